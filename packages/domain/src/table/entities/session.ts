import { defineEntity } from '../entity/declaration.ts'

/** A browser session of the built-in email provider. Only a hash of the cookie's secret is stored. */
export const sessionEntity = defineEntity({
  model: { entity: 'session', version: '1', service: 'cairn' },
  attributes: {
    userKey: { type: 'string', required: true },
    sessionHash: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    displayName: { type: 'string', required: true },
    email: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    expiresAt: { type: 'string', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['userKey', 'sessionHash'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})
