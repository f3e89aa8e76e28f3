import { lazyEntity } from '../../../lazy-entity.ts'

/**
 * The number of the sessions of a user whom an OpenID provider has signed out before the user's first session request. After that
 * request the user's record has the number.
 */
export const providerAccountEntity = lazyEntity({
  model: { entity: 'providerAccount', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` the user id. */
    userKey: { type: 'string', required: true },
    sessionGeneration: { type: 'number' },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['userKey'] }, sk: { field: 'sk', composite: [] } },
  },
})
