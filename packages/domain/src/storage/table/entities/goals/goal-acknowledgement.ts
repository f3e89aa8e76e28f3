import type { Acknowledgement } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

const revision = { type: 'number', field: 'r', required: true, padding: { length: 12, char: '0' } } as const

/** A later confirmation of criteria by somebody who had acknowledged the report. */
export type LaterConfirmation = { at: string; criterionIds: string[] }

/** That a user has acknowledged a report. Only later confirmations are added. The index has those of a report in the order in which they were made. */
export const goalAcknowledgementEntity = lazyEntity({
  model: { entity: 'goalAcknowledgement', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    revision,
    /** 128 bits of the hash of `userId`. */
    userKey: { type: 'string', field: 'k', required: true },
    userId: { type: 'string', field: 'u', required: true },
    at: { type: 'string', required: true },
    /** From 1, without a hole. */
    number: { type: 'number', field: 'n', required: true, padding: { length: 12, char: '0' } },
    /** The id of the report, from which that of the event follows. */
    reportId: { type: 'string', field: 'i', required: true },
    /** The criteria that the user confirmed with the acknowledgement. */
    confirmed: { type: CustomAttributeType<string[]>('any'), field: 'c' },
    /** Oldest first. */
    later: { type: CustomAttributeType<LaterConfirmation[]>('any'), field: 'l' },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: {
        field: 'sk',
        composite: ['revision', 'userKey'],
        template: 'c#${revision}#${userKey}',
        casing: 'none',
      },
    },
    inOrder: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'goalKey', 'revision'],
        template: 'c#${organizationKey}#${goalKey}#${revision}',
        casing: 'none',
      },
      sk: { field: 'gsi1sk', composite: ['number'], template: 'n#${number}', casing: 'none' },
    },
  },
})

export type GoalAcknowledgementRecord = EntityItem<typeof goalAcknowledgementEntity>

/**
 * Acknowledgements in answers with a report: the first ones and their number. Not in the record of the report,
 * which may take 256 KiB and would be written each time. Absent without acknowledgements.
 */
export const goalAcknowledgementCountEntity = lazyEntity({
  model: { entity: 'goalAcknowledgementCount', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    revision,
    count: { type: 'number', field: 'n', required: true },
    /** Oldest first. */
    first: { type: CustomAttributeType<Acknowledgement[]>('any'), field: 'f', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: { field: 'sk', composite: ['revision'], template: 'b#${revision}', casing: 'none' },
    },
  },
})

export type GoalAcknowledgementCountRecord = EntityItem<typeof goalAcknowledgementCountEntity>
