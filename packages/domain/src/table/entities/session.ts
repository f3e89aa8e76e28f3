import { defineEntity, type RecordOf } from '../entity/declaration.ts'

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
    /** The number that the user's record must still have. Absent from sessions that are older than it: 0. */
    generation: { type: 'number' },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['userKey', 'sessionHash'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})

export type SessionRecord = RecordOf<typeof sessionEntity>
