import type { AuditEntry, AuditPerson } from '@cairn/contract/schemas/audit'
import type { AuditEntryRecord } from '../../storage/table/entities/organizations/audit-entry.ts'

/**
 * Maps of the table have no order, so every field is named: the same entry is the same text each time.
 * @param names  Of people, by their ids.
 */
export function toAuditEntryResponse(
  { entryId: id, createdAt, kind, action, userId, credential, target, changes = [] }: AuditEntryRecord,
  names: ReadonlyMap<string, string>,
): AuditEntry {
  const personOf = (of: string): AuditPerson => ({ userId: of, displayName: names.get(of) ?? null })
  return {
    id,
    createdAt,
    kind,
    action,
    actor: personOf(userId),
    credential: {
      kind: credential.kind,
      sessionId: credential.sessionId,
      userAgent: credential.userAgent,
    },
    target: target
      ? {
          kind: target.kind,
          id: target.id,
          name: target.name ?? null,
          person: target.userId === undefined ? null : personOf(target.userId),
        }
      : null,
    changes: changes.map(({ field, from, to }) => ({ field, from, to })),
  }
}
