import type { Acknowledgement, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { attributeType, defineEntity, type RecordOf } from '../../entity/declaration.ts'
import { goalPartition } from './goal-row.ts'

/** What a report says, beside the keys of its record. */
export type ReportContent = Omit<GoalUpdate, 'organizationId' | 'goalId' | 'revision' | 'acknowledgements'>

/** A report in the history of a goal. Nothing in it is ever changed, except that acknowledgements are added. */
export const goalReportEntity = defineEntity({
  model: { entity: 'goalReport', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    revision: { type: 'number', field: 'r', required: true, padding: { length: 12, char: '0' } },
    content: { type: attributeType<ReportContent>('any'), field: 'c', required: true },
    /** By a hash of the user's id. */
    acknowledgements: {
      type: attributeType<Record<string, Acknowledgement>>('any'),
      field: 'a',
      required: true,
    },
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

export type GoalReportRecord = RecordOf<typeof goalReportEntity>
