import type { Language } from '@cairn/contract/http/language'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/**
 * The stored facts about a user of any provider: the active organization, and the name and address as last seen.
 * Shares its partition with the user's memberships.
 */
export const userEntity = lazyEntity({
  model: { entity: 'user', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` the user id. */
    userKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    displayName: { type: 'string', required: true },
    email: { type: 'string', required: true },
    activeOrganizationId: { type: 'string', required: true },
    /**
     * The active organization, if the membership in it has ended since it became active. Requests act in no other one
     * until the user has seen that: the next request for the session activates one.
     */
    lostOrganizationId: { type: 'string' },
    /**
     * All organizations of the user, in the order in which the user joined. The list enforces their maximum
     * number, and lets their names be read in parallel with the memberships.
     */
    organizationIds: { type: CustomAttributeType<string[]>('any'), required: true },
    createdAt: { type: 'string', required: true },
    /** In which the user's emails are written. Absent until something tells it: then they are in English. */
    language: { type: CustomAttributeType<Language>('string') },
    /** The user's picture, which is a record of its own. Absent: there is none. */
    pictureId: { type: 'string' },
    /**
     * Sessions of the service's own are valid only if they have this number, so one write ends all of them. Absent: 0.
     * The account of the built-in email provider has the same number.
     */
    sessionGeneration: { type: 'number' },
    /**
     * The time of the account's deletion. The record stays, without name and address: the history refers to the user, and nothing can
     * come to life again for an id that is taken.
     */
    deletedAt: { type: 'string' },
  },
  indexes: {
    record: {
      collection: 'userContext',
      pk: { field: 'pk', composite: ['userKey'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})

export type UserRecord = EntityItem<typeof userEntity>
