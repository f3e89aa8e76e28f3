import type { AuditEntry, AuditPerson } from '@cairn/contract/schemas/audit'
import type { AuditEntryRecord } from '../table/entities/audit-entry.ts'

/** @param names  Of people, by their ids. */
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
    credential,
    target: target
      ? {
          kind: target.kind,
          id: target.id,
          name: target.name ?? null,
          person: target.userId === undefined ? null : personOf(target.userId),
        }
      : null,
    changes,
  }
}
