import { lazyEntity } from '../lazy-entity.ts'

/**
 * The form in which this version stores data. A change that earlier records do not fit, or that earlier versions would misread, raises it
 * and comes with a migration.
 */
export const currentFormat = 1

/** The key of the only such record. */
export const formatKey = { name: 'format' }

/** Says in which form the table's records are. */
export const formatEntity = lazyEntity({
  model: { entity: 'format', version: '1', service: 'cairn' },
  attributes: {
    /** Always that of `formatKey`. */
    name: { type: 'string', required: true },
    format: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['name'],
        template: '${name}',
        casing: 'none',
      },
      sk: { field: 'sk', composite: [], template: 'z', casing: 'none' },
    },
  },
})
