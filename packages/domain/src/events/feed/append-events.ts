import { randomUUID } from 'node:crypto'
import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { daysAfter, timeToLiveOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { queryRecords } from '../../database/query-records.ts'
import { callBeforeDeadline } from '../../database/retry.ts'
import { eventsPerPage, type FeedPageRecord, feedPageEntity } from '../../table/entities/events/feed-page.ts'
import { createRecord, updateRecord } from '../../table/entity/writes.ts'
import { shortId } from '../../table/short-id.ts'

/**
 * Appends events to an organization's feed, in this order. When it returns, every reader who continues from any position that
 * was returned before finds them. If it throws, some of them may have been appended: append all of them again. Readers then
 * get those twice, with the same ids.
 *
 * Any number of processes may append at once. The README of this package has the protocol and why no event is missed.
 *
 * @param now  Pages are kept for 90 days after the next page was appended.
 * @throws `unavailable` at the deadline.
 */
export async function appendEvents(
  database: Database,
  organizationId: string,
  events: readonly Event[],
  now: Date = new Date(),
): Promise<void> {
  const organizationKey = shortId(organizationId)
  for (let start = 0; start < events.length; start += eventsPerPage) {
    const batch = events.slice(start, start + eventsPerPage)
    try {
      const page = await putNextPage(database, organizationKey, batch, now)
      await retire(database, organizationKey, page - 1, now)
      remember(database, organizationKey, page)
    } catch (error) {
      forget(database, organizationKey)
      throw error
    }
  }
}

/** Puts the page after the newest one, and returns its number. */
async function putNextPage(
  database: Database,
  organizationKey: string,
  events: Event[],
  now: Date,
): Promise<number> {
  const batchId = randomUUID()
  let newest = recall(database, organizationKey) ?? (await readNewestPage(database, organizationKey, now))
  for (;;) {
    const page = newest + 1
    const record = { organizationKey, page, batchId, events, appendedAt: now.getTime() }
    const { Put } = createRecord(database, feedPageEntity, record)
    const put = new PutCommand({ ...Put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })
    try {
      await callBeforeDeadline(database, (options) => database.client.send(put, options))
      return page
    } catch (error) {
      if (!isConditionFailure(error)) throw error
      // The client has sent it twice, because the first answer was lost.
      if (batchIdOf(error) === batchId) return page
      // Read, not counted up: other pages may have followed, and the last of them may lack its time to live.
      newest = await readNewestPage(database, organizationKey, now)
    }
  }
}

/**
 * Returns the number of the newest page; 0 if there is none. If its appender has crashed before it gave the page before a time
 * to live, does so: whoever puts a page knows that all pages before the newest one will expire.
 */
async function readNewestPage(database: Database, organizationKey: string, now: Date): Promise<number> {
  const { data } = await queryRecords(
    database,
    feedPageEntity,
    'record',
    { organizationKey },
    { order: 'desc', limit: 2, consistent: true },
  )
  const [newest, before] = data
  if (before && before.ttl === undefined) await retire(database, organizationKey, before.page, now)
  return newest?.page ?? 0
}

/** Gives a page a time to live. The newest page must not get one. */
async function retire(database: Database, organizationKey: string, page: number, now: Date): Promise<void> {
  if (page < 1) return
  const ttl = timeToLiveOf(daysAfter(now, eventRetentionDays))
  const { Update } = updateRecord(database, feedPageEntity, { organizationKey, page }, { set: { ttl } })
  try {
    await callBeforeDeadline(database, (options) => database.client.send(new UpdateCommand(Update), options))
  } catch (error) {
    // It has expired already.
    if (!isConditionFailure(error)) throw error
  }
}

function isConditionFailure(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException'
}

/** The batch of the page that is there already. The item of an error is as the wire has it. */
function batchIdOf({ Item: item }: ConditionalCheckFailedException): string | undefined {
  return item?.[batchField]?.S
}

const batchField = feedPageEntity.attributes.batchId.field

/**
 * A page number is remembered for so long, in milliseconds. It must be far less than the time to live: once the page after it
 * has expired, that could be put again, below pages that readers have taken.
 */
const rememberedMilliseconds = 60_000
const maximumRemembered = 10_000

/** The newest pages that this process has put, by organization. */
const newestPages = new WeakMap<object, Map<string, Pick<FeedPageRecord, 'page'> & { until: number }>>()

function remembered({ client }: Database) {
  const pages = newestPages.get(client) ?? new Map()
  newestPages.set(client, pages)
  return pages
}

function recall(database: Database, organizationKey: string): number | undefined {
  const known = remembered(database).get(organizationKey)
  return known && known.until > performance.now() ? known.page : undefined
}

function remember(database: Database, organizationKey: string, page: number): void {
  const pages = remembered(database)
  pages.delete(organizationKey)
  pages.set(organizationKey, { page, until: performance.now() + rememberedMilliseconds })
  const [oldest] = pages.size > maximumRemembered ? pages.keys() : []
  if (oldest !== undefined) pages.delete(oldest)
}

function forget(database: Database, organizationKey: string): void {
  remembered(database).delete(organizationKey)
}
