import { auditRetentionDays } from '@cairn/contract/events/audit-actions'
import { requireAdministrator } from '../../requests/access.ts'
import { type Context, daysAfter } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import {
  type AuditEntryRecord,
  auditEntryEntity,
} from '../../storage/table/entities/organizations/audit-entry.ts'
import { userEntity } from '../../storage/table/entities/people/user.ts'
import { shortHash, shortId } from '../../storage/table/short-id.ts'
import { firstIdAt, lastId } from '../../storage/table/time-ordered-id.ts'
import { toAuditEntryResponse } from './to-audit-entry-response.ts'

/**
 * Returns the names of the people in some entries, by their ids, also of those who have left the organization. Deleted accounts
 * have none.
 */
async function readPeople(
  database: Database,
  entries: readonly AuditEntryRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(entries.flatMap(({ userId, target }) => [userId, target?.userId ?? userId]))
  const keys = [...ids].map((userId) => ({ userKey: keyOf(userId) }))
  const users = await readRecords(database, userEntity, keys)
  const named = users.filter(({ deletedAt }) => deletedAt === undefined)
  return new Map(named.map(({ userId, displayName }) => [userId, displayName]))
}

/** Lists the entries of the last 365 days, newest first: all, of a person, or of a kind. */
export const listAuditEntries: Implementation<'listAuditEntries'> = async (context, access, { query }) => {
  const { database, now } = context
  const { organizationId } = access
  const { userId, kind, from, until } = query
  const authority = requireAdministrator(access)
  const first = firstIdAt(earliest(now, from))
  const end = until === undefined ? lastId : firstIdAt(new Date(until))
  const pages = patternOf(context, organizationId, query, [first, end < first ? first : end])
  const [{ items: entries, nextCursor }] = await Promise.all([
    readPage(context, query, {
      binding: ['listAuditEntries', organizationId, access.user.id, userId, kind, from, until],
      ...pages,
      present: async (records) => {
        await authority
        const people = await readPeople(database, records)
        return records.map((record) => toAuditEntryResponse(record, people))
      },
    }),
    authority,
  ])
  return { entries, nextCursor }
}

/** The time of the oldest entry to show. One that expires now has expired. */
function earliest(now: Date, from: string | undefined): Date {
  const kept = daysAfter(now, -auditRetentionDays).getTime() + 1
  return new Date(Math.max(kept, from === undefined ? 0 : Date.parse(from)))
}

type Filters = { userId?: string | undefined; kind?: AuditEntryKind | undefined }
type AuditEntryKind = Parameters<typeof toAuditEntryResponse>[0]['kind']

/** Each filter has its partition, so a page costs the same in a log of any length. A person's entries are few: kinds are filtered. */
function patternOf(
  { database }: Pick<Context, 'database'>,
  organizationId: string,
  { userId, kind }: Filters,
  [first, end]: [first: string, end: string],
) {
  const organizationKey = shortId(organizationId)
  const options = { order: 'desc', between: [{ entryId: first }, { entryId: end }] } as const
  if (userId !== undefined) {
    const partition = { organizationKey, personKey: shortHash(userId) }
    return {
      filtered: kind !== undefined,
      ...accessPattern(database, auditEntryEntity, 'byPerson', partition, {
        ...options,
        ...(kind !== undefined && { where: (entry, { eq }) => eq(entry.kind, kind) }),
      }),
    }
  }
  if (kind !== undefined) {
    return accessPattern(database, auditEntryEntity, 'byKind', { organizationKey, kind }, options)
  }
  return accessPattern(
    database,
    auditEntryEntity,
    'record',
    { organizationKey },
    { ...options, consistent: true },
  )
}
