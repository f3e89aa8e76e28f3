import { randomUUID } from 'node:crypto'
import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { Database } from '../../storage/database/client.ts'
import { callBeforeDeadline } from '../../storage/database/retry.ts'
import { eventsPerPage, feedPageEntity } from '../../storage/table/entities/events/feed-page.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { findNewestPage, forget, markEnd, pageTimeToLive, readNewestPage, remember } from './newest-page.ts'

/**
 * Appends events to an organization's feed, in this order. When it returns, every reader who continues from any position that
 * was returned before finds them. If it throws, some of them may have been appended: append all of them again. Readers then
 * get those twice, with the same ids.
 *
 * Any number of processes may append at once. The README of this package has the protocol and why no event is missed.
 *
 * Events of an organization that was deleted are dropped.
 *
 * @param now  Pages are kept for 90 days.
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
      if (page === null) return
      await markEnd(database, organizationKey, page)
      remember(database, organizationKey, page)
    } catch (error) {
      forget(database, organizationKey)
      throw error
    }
  }
}

/** Puts the page after the newest one, and returns its number; null if the organization was deleted. */
async function putNextPage(
  database: Database,
  organizationKey: string,
  events: Event[],
  now: Date,
): Promise<number | null> {
  const batchId = randomUUID()
  let newest = await findNewestPage(database, organizationKey, now)
  while (newest !== null) {
    const page = newest + 1
    const record = {
      organizationKey,
      page,
      batchId,
      events,
      appendedAt: now.getTime(),
      ttl: pageTimeToLive(now),
    }
    const put = new PutCommand({
      ...feedPageEntity.create(record).params({ table: database.tableName }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      await callBeforeDeadline(database, (options) => database.client.send(put, options))
      return page
    } catch (error) {
      if (!isConditionFailure(error)) throw error
      // The client has sent it twice, because the first answer was lost.
      if (batchIdOf(error) === batchId) return page
      // Read, not counted up: other pages may have followed, and the last of them may not be marked.
      newest = await readNewestPage(database, organizationKey, now)
    }
  }
  return null
}

function isConditionFailure(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException'
}

/** The batch of the page that is there already. The item of an error is as the wire has it. */
function batchIdOf({ Item: item }: ConditionalCheckFailedException): string | undefined {
  return item?.[batchField]?.S
}

const batchField = feedPageEntity.schema.attributes.batchId.field
