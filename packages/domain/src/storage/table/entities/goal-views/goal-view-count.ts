import { lazyEntity } from '../../lazy-entity.ts'
import { viewPartition } from './goal-view.ts'

/**
 * The number of own views of a member, or of the shared views of an organization. Every transaction that creates, shares or deletes
 * one changes it, so concurrent ones cannot exceed the limit.
 */
export const goalViewCountEntity = lazyEntity({
  model: { entity: 'goalViewCount', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** As of the views that it counts. */
    holderKey: { type: 'string', field: 'h', required: true },
    count: { type: 'number', field: 'n', required: true },
  },
  indexes: {
    record: {
      pk: viewPartition,
      sk: { field: 'sk', composite: ['holderKey'], template: 'n#${holderKey}', casing: 'none' },
    },
  },
})
