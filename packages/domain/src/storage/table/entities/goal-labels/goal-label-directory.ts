import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** Copies of the labels of an organization in one record, so that goals are read together with their labels. */
export const goalLabelDirectoryEntity = lazyEntity({
  model: { entity: 'goalLabelDirectory', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    /** `entryOf` a label by its id. Always there: ElectroDB removes entries of optional attributes only. */
    labels: { type: CustomAttributeType<Record<string, string>>('any') },
    /** Whether any goal of the organization has, or had, a parent or a blocker. Here, because every request for goals reads this record. */
    hasRelations: { type: 'boolean' },
    /** The same for claims, questions and hand-offs. */
    hasWork: { type: 'boolean' },
    /** The same for comments and watches. */
    hasConversation: { type: 'boolean' },
    /** The same for goals that continue others. */
    hasContinuations: { type: 'boolean' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})

export type GoalLabelDirectoryRecord = EntityItem<typeof goalLabelDirectoryEntity>
