import type { AuditAction, AuditKind } from '@cairn/contract/events/audit-actions'
import type { AuditChange, AuditCredential } from '@cairn/contract/schemas/audit'
import { attributeType, defineEntity, type RecordOf } from '../entity/declaration.ts'

const partition = 'a#${organizationKey}'

/**
 * What was changed. `userId` is the person whose it is, and the id of a target that is a person. Names of people are not
 * stored: they are those of their records, so an account that was deleted has none.
 */
export type AuditTarget = { kind: AuditKind; id: string; name?: string; userId?: string }

/**
 * An entry of an organization's audit log: who did what, when, and from which credential. It is never changed. It is in its
 * partition, and in those of the person and of the kind, by which the log can be filtered.
 */
export const auditEntryEntity = defineEntity({
  model: { entity: 'auditEntry', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** A UUID of version 7: ids sort by time, and those of one millisecond differ by chance. */
    entryId: { type: 'string', field: 'i', required: true },
    /** 128 bits of the hash of `userId`. */
    personKey: { type: 'string', field: 'p', required: true },
    kind: { type: attributeType<AuditKind>('string'), field: 'k', required: true },
    action: { type: attributeType<AuditAction>('string'), field: 'a', required: true },
    /** Who did it. */
    userId: { type: 'string', field: 'u', required: true },
    credential: { type: attributeType<AuditCredential>('any'), field: 'c', required: true },
    target: { type: attributeType<AuditTarget>('any'), field: 't' },
    changes: { type: attributeType<AuditChange[]>('any'), field: 'x' },
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
  },
})

export type AuditEntryRecord = RecordOf<typeof auditEntryEntity>
