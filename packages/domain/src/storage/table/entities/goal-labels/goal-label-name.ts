import { lazyEntity } from '../../lazy-entity.ts'

/** Makes label names unique in an organization. */
export const goalLabelNameEntity = lazyEntity({
  model: { entity: 'goalLabelName', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    /** `keyOf` the folded name. */
    nameKey: { type: 'string', required: true },
    labelId: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId', 'nameKey'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})
