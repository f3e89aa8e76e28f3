import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import type { FormerAddress } from '../people/principal.ts'
import { dueIndex, timerAttributes } from './due-index.ts'

/** An organization whose membership has ended with the account. */
export type EndedMembership = { organizationId: string; role: OrganizationRole }

/**
 * The remaining work for a deleted account. The transaction that ends its access creates it; it is deleted when nothing is left.
 */
export const accountDeletionEntity = lazyEntity({
  model: { entity: 'accountDeletion', version: '1', service: 'cairn' },
  attributes: {
    /** `shortHash` of the user's id. */
    personKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    /** Organizations that do not know of it yet. An owned one is deleted, unless somebody has joined it at the last moment. */
    organizations: { type: CustomAttributeType<EndedMembership[]>('any'), required: true },
    /** The account's address, until the organizations have forgotten it. */
    email: { type: 'string' },
    /** Those that the account had before. */
    formerAddresses: { type: CustomAttributeType<FormerAddress[]>('any') },
    createdAt: { type: 'string', required: true },
    ...timerAttributes,
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['personKey'], template: 'x#${personKey}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'z', casing: 'none' },
    },
    due: dueIndex('personKey'),
  },
})

export type AccountDeletionRecord = EntityItem<typeof accountDeletionEntity>
