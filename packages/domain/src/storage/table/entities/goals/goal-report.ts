import type { EventOf } from '@cairn/contract/schemas/feed/events'
import type { Acknowledgement, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** The fields of a report, beside the keys of its record. */
export type ReportContent = Omit<GoalUpdate, 'organizationId' | 'goalId' | 'revision' | 'acknowledgements'>

/** Status and health before a report. */
export type PreviousState = EventOf<'goal.reported'>['data']['previous']

/** A report in the history of a goal. Nothing in it is ever changed, except that acknowledgements are added. */
export const goalReportEntity = lazyEntity({
  model: { entity: 'goalReport', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    revision: { type: 'number', field: 'r', required: true, padding: { length: 12, char: '0' } },
    content: { type: CustomAttributeType<ReportContent>('any'), field: 'c', required: true },
    /** By a hash of the user's id. */
    acknowledgements: {
      type: CustomAttributeType<Record<string, Acknowledgement>>('any'),
      field: 'a',
      required: true,
    },
    /**
     * Values of the report's event beyond the report, which cannot be in its hashed content: status and health before it;
     * null for a publication. Absent in reports of version 0.1, which caused no event.
     */
    previous: { type: CustomAttributeType<PreviousState | null>('any'), field: 'p' },
    /** In a publication: the goal's first owner, if it has one. */
    ownerUserId: { type: 'string', field: 'w' },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: {
        field: 'sk',
        composite: ['revision'],
        template: 'u#${revision}',
        casing: 'none',
      },
    },
  },
})

export type GoalReportRecord = EntityItem<typeof goalReportEntity>
