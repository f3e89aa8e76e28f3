import { attributeType, defineEntity, type RecordOf } from '../../entity/declaration.ts'

/** Copies of the labels of an organization in one record, so that goals are read together with their labels. */
export const goalLabelDirectoryEntity = defineEntity({
  model: { entity: 'goalLabelDirectory', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    /** `entryOf` a label by its id. */
    labels: { type: attributeType<Record<string, string>>('any'), required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})

export type GoalLabelDirectoryRecord = RecordOf<typeof goalLabelDirectoryEntity>
