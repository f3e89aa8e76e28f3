import type { Acknowledgement, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { CustomAttributeType, Entity, type EntityItem } from 'electrodb'
import { perDatabase } from '../../../database/client.ts'
import { goalPartition } from './goal-row.ts'

/** What a report says, beside the keys of its record. */
export type ReportContent = Omit<GoalUpdate, 'organizationId' | 'goalId' | 'revision' | 'acknowledgements'>

/** A report in the history of a goal. Nothing in it is ever changed, except that acknowledgements are added. */
export const goalReportEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
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
        },
        indexes: {
          record: {
            pk: goalPartition,
            sk: {
              field: 'sk',
              composite: ['revision'],
              // biome-ignore lint/suspicious/noTemplateCurlyInString: ElectroDB's templates.
              template: 'u#${revision}',
              casing: 'none',
            },
          },
        },
      } as const,
      configuration,
    ),
)

export type GoalReportRecord = EntityItem<ReturnType<typeof goalReportEntity>>
