import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/**
 * The goals that a goal continues, or that continue it. Both goals have one, written in the same transaction: so deleting either finds
 * the other. Beside the row, because a link is no version of a goal.
 */
export const goalLinksEntity = lazyEntity({
  model: { entity: 'goalLinks', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** Advances with every write. */
    version: { type: 'number', field: 'version', required: true },
    /** The goal that it continues. */
    fromKey: { type: 'string', field: 'f' },
    /** The goals that continue it, oldest first. */
    byKeys: { type: CustomAttributeType<string[]>('any'), field: 'b', required: true },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'p', casing: 'none' } },
  },
})
export type GoalLinksRecord = EntityItem<typeof goalLinksEntity>
