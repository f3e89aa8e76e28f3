import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import type { AuditEntryRecord } from '../../storage/table/entities/organizations/audit-entry.ts'
import { userEntity } from '../../storage/table/entities/people/user.ts'

/**
 * Returns the names of the people in some entries, by their ids, also of those who have left the organization. Deleted accounts
 * have none.
 */
export async function readPeople(
  database: Database,
  entries: readonly AuditEntryRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(entries.flatMap(({ userId, target }) => [userId, target?.userId ?? userId]))
  const keys = [...ids].map((userId) => ({ userKey: keyOf(userId) }))
  const users = await readRecords(database, userEntity, keys)
  const named = users.filter(({ deletedAt }) => deletedAt === undefined)
  return new Map(named.map(({ userId, displayName }) => [userId, displayName]))
}
