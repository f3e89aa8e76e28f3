import type { AuditAction, AuditKind } from '@cairn/contract/events/audit-actions'
import type { AuditChange, AuditCredential } from '@cairn/contract/schemas/audit'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { shortHash } from '../../short-id.ts'

const partition = 'a#${organizationKey}'

/**
 * The changed thing. `userId` is the person whose it is, and the id of a target that is a person. Names of people are not
 * stored: they are those of their records, so an account that was deleted has none. The name of an invitation is its address, which
 * is removed when the account is deleted.
 */
export type AuditTarget = { kind: AuditKind; id: string; name?: string; userId?: string }

/**
 * An entry of an organization's audit log: who did what, when, and from which credential. Nothing else of it is ever changed. It is in its
 * partition, and in those of the person and of the kind, by which the log can be filtered. Entries of all organizations about
 * invitations of an address are in that one's.
 */
export const auditEntryEntity = lazyEntity({
  model: { entity: 'auditEntry', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** A UUID of version 7: ids sort by time, and those of one millisecond differ by chance. */
    entryId: { type: 'string', field: 'i', required: true },
    /** 128 bits of the hash of `userId`. */
    personKey: { type: 'string', field: 'p', required: true },
    kind: { type: CustomAttributeType<AuditKind>('string'), field: 'k', required: true },
    action: { type: CustomAttributeType<AuditAction>('string'), field: 'a', required: true },
    /** The actor. */
    userId: { type: 'string', field: 'u', required: true },
    credential: { type: CustomAttributeType<AuditCredential>('any'), field: 'c', required: true },
    target: { type: CustomAttributeType<AuditTarget>('any'), field: 't' },
    /** `shortHash` of the address in the target of an invitation, from which it is computed. Empty without one. */
    emailKey: {
      type: 'string',
      field: 'e',
      watch: ['target'],
      set: (_, { target }) => (target?.kind === 'invitation' && target.name ? shortHash(target.name) : ''),
    },
    changes: { type: CustomAttributeType<AuditChange[]>('any'), field: 'x' },
    createdAt: { type: 'string', required: true },
    /** A year later. */
    expiresAt: { type: 'string', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationKey'], template: partition, casing: 'none' },
      sk: { field: 'sk', composite: ['entryId'], template: '${entryId}', casing: 'none' },
    },
    byPerson: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'personKey'],
        template: `${partition}#\${personKey}`,
        casing: 'none',
      },
      sk: { field: 'gsi1sk', composite: ['entryId'], template: '${entryId}', casing: 'none' },
    },
    byKind: {
      index: 'gsi2',
      pk: {
        field: 'gsi2pk',
        composite: ['organizationKey', 'kind'],
        template: `${partition}#\${kind}`,
        casing: 'none',
      },
      sk: { field: 'gsi2sk', composite: ['entryId'], template: '${entryId}', casing: 'none' },
    },
    /** A sparse index. */
    byAddress: {
      index: 'gsi3',
      condition: ({ emailKey }) => emailKey !== '',
      pk: { field: 'gsi3pk', composite: ['emailKey'], template: 'e#${emailKey}', casing: 'none' },
      sk: { field: 'gsi3sk', composite: ['entryId'], template: '${entryId}', casing: 'none' },
    },
  },
})

export type AuditEntryRecord = EntityItem<typeof auditEntryEntity>
