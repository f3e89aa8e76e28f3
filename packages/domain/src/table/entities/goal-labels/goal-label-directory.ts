import { Entity, type EntityItem } from 'electrodb'
import { perDatabase } from '../../../database/client.ts'

/** Copies of the labels of an organization in one record, so that goals are read together with their labels. */
export const goalLabelDirectoryEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
        model: { entity: 'goalLabelDirectory', version: '1', service: 'cairn' },
        attributes: {
          organizationId: { type: 'string', required: true },
          /** `entryOf` a label by its id: `Record<string, string>`, which ElectroDB cannot describe. */
          labels: { type: 'any' },
        },
        indexes: {
          record: {
            pk: { field: 'pk', composite: ['organizationId'] },
            sk: { field: 'sk', composite: [] },
          },
        },
      } as const,
      configuration,
    ),
)

export type GoalLabelDirectoryRecord = EntityItem<ReturnType<typeof goalLabelDirectoryEntity>>
