/** The number of a feed's newest page, which is all that an append needs to know. */

import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import { daysAfter, timeToLiveOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { callBeforeDeadline } from '../../storage/database/retry.ts'
import { feedEndEntity } from '../../storage/table/entities/events/feed-end.ts'
import { feedPageEntity } from '../../storage/table/entities/events/feed-page.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import { longId } from '../../storage/table/short-id.ts'

/** Returns the position of an append; null if the organization was deleted. */
export async function findNewestPage(
  database: Database,
  organizationKey: string,
  now: Date,
): Promise<number | null> {
  return recall(database, organizationKey) ?? (await readNewestPage(database, organizationKey, now))
}

/**
 * Returns the number of the newest page, also of one that has expired; 0 if there was none, and null if there is no organization
 * either: whatever handles changes may be late, and a feed must not begin again after its organization was removed.
 */
export async function readNewestPage(
  database: Database,
  organizationKey: string,
  now: Date,
): Promise<number | null> {
  const { data } = await queryRecords(
    database,
    feedPageEntity,
    'record',
    { organizationKey },
    { order: 'desc', limit: 2, consistent: true },
  )
  const [newest, before] = data
  if (before && before.ttl === undefined) await retire(database, organizationKey, before.page, now)
  // Later pages expire later, so there is none.
  if (newest && (newest.ttl ?? Number.POSITIVE_INFINITY) > timeToLiveOf(daysAfter(now, 1))) return newest.page
  // The table deletes expired pages in any order.
  const end = await readRecord(database, feedEndEntity, { organizationKey })
  const number = Math.max(end?.page ?? 0, newest?.page ?? 0)
  if (number > 0) return number
  const organizationId = longId(organizationKey)
  return (await readRecord(database, organizationEntity, { organizationId })) ? 0 : null
}

/** Marks a page as the newest one, unless a later one is. */
export async function markEnd(database: Database, organizationKey: string, page: number): Promise<void> {
  const update = feedEndEntity
    .update({ organizationKey })
    .set({ page })
    .where((stored, { notExists, lt }) => [notExists(stored.page), lt(stored.page, page)].join(' OR '))
    .params<UpdateCommandInput>({ table: database.tableName })
  await send(database, update)
}

/** Gives a page a time to live that an earlier version has put: without one, until the next page was there. */
async function retire(database: Database, organizationKey: string, page: number, now: Date): Promise<void> {
  const update = feedPageEntity
    .patch({ organizationKey, page })
    .set({ ttl: pageTimeToLive(now) })
    .params<UpdateCommandInput>({ table: database.tableName })
  await send(database, update)
}

async function send(database: Database, update: UpdateCommandInput): Promise<void> {
  try {
    await callBeforeDeadline(database, (options) => database.client.send(new UpdateCommand(update), options))
  } catch (error) {
    // Somebody else was faster, or it has expired.
    if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error
  }
}

/** Of a page that is appended now. */
export function pageTimeToLive(now: Date): number {
  return timeToLiveOf(daysAfter(now, eventRetentionDays))
}

/**
 * A number is remembered for so long, in milliseconds. It must be far less than the time to live: once the page after it
 * has expired, that could be put again, below pages that readers have taken.
 */
const rememberedMilliseconds = 60_000
const maximumRemembered = 10_000

/** The newest pages that this process has put, by organization. */
const newestPages = new WeakMap<object, Map<string, { page: number; until: number }>>()

function remembered({ client }: Database) {
  const pages = newestPages.get(client) ?? new Map()
  newestPages.set(client, pages)
  return pages
}

function recall(database: Database, organizationKey: string): number | undefined {
  const known = remembered(database).get(organizationKey)
  return known && known.until > performance.now() ? known.page : undefined
}

export function remember(database: Database, organizationKey: string, page: number): void {
  const pages = remembered(database)
  pages.delete(organizationKey)
  pages.set(organizationKey, { page, until: performance.now() + rememberedMilliseconds })
  const [oldest] = pages.size > maximumRemembered ? pages.keys() : []
  if (oldest !== undefined) pages.delete(oldest)
}

export function forget(database: Database, organizationKey: string): void {
  remembered(database).delete(organizationKey)
}
