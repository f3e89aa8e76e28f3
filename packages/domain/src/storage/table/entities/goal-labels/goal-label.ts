import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

export const goalLabelEntity = lazyEntity({
  model: { entity: 'goalLabel', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    labelId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    /** `sortableName` of the name. */
    nameSort: { type: 'string', required: true },
    color: { type: 'string' },
    description: { type: 'string' },
    /** Number of goals with the label, updated in the transactions that attach and detach it. */
    useCount: { type: 'number', required: true },
    createdAt: { type: 'string', required: true },
    createdByUserId: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
    updatedByUserId: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId'] },
      sk: { field: 'sk', composite: ['labelId'] },
    },
    byName: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['organizationId'] },
      sk: { field: 'gsi1sk', composite: ['nameSort', 'labelId'] },
    },
  },
})

export type GoalLabelRecord = EntityItem<typeof goalLabelEntity>
