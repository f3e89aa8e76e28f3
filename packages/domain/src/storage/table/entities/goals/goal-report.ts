import type { EventOf } from '@cairn/contract/schemas/feed/events'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** The fields of a report, beside the keys of its record. */
export type ReportContent = Omit<GoalUpdate, 'organizationId' | 'goalId' | 'revision' | 'acknowledgements'>

/** Status and health before a report. */
export type PreviousState = EventOf<'goal.reported'>['data']['previous']

/** A report in the history of a goal. Never changed. */
export const goalReportEntity = lazyEntity({
  model: { entity: 'goalReport', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    revision: { type: 'number', field: 'r', required: true, padding: { length: 12, char: '0' } },
    content: { type: CustomAttributeType<ReportContent>('any'), field: 'c', required: true },
    /** Always empty: acknowledgements are records of their own. Format 1 requires it. */
    acknowledgements: {
      type: CustomAttributeType<Record<string, never>>('any'),
      field: 'a',
      required: true,
    },
    /**
     * Values of the report's event beyond the report, which cannot be in its hashed content: status and health before it;
     * null for a publication.
     */
    previous: { type: CustomAttributeType<PreviousState | null>('any'), field: 'p', required: true },
    /** In a publication: the goal's first owner, if it has one. */
    ownerUserId: { type: 'string', field: 'w' },
    /** Whether the sums of what reports have used count it. Absent for those of people that say nothing, and from before there were sums. */
    isCounted: { type: 'boolean', field: 'n' },
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
