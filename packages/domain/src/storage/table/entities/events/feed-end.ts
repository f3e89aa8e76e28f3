import { lazyEntity } from '../../lazy-entity.ts'

/**
 * The number of a feed's newest page, which must not be used again once all pages have expired. It costs a tenth of what keeping the
 * newest page itself would.
 */
export const feedEndEntity = lazyEntity({
  model: { entity: 'feedEnd', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    page: { type: 'number', field: 'n', required: true },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['organizationKey'],
        template: 'f#${organizationKey}',
        casing: 'none',
      },
      // Before all pages.
      sk: { field: 'sk', composite: [], template: 'e', casing: 'none' },
    },
  },
})
