/** Events that an organization's records imply and its feed lacks. */
import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { noFilters } from '../goals/list/goal-filters.ts'
import { queryRows } from '../goals/list/goal-index.ts'
import { daysAfter } from '../requests/context.ts'
import type { Database } from '../storage/database/client.ts'
import { type Position, pagesOf, queryRecords } from '../storage/database/query-records.ts'
import { changeEntity, changeQueue } from '../storage/table/entities/events/change.ts'
import { eventEntity } from '../storage/table/entities/events/event.ts'
import { feedPageEntity } from '../storage/table/entities/events/feed-page.ts'
import { goalAcknowledgementEntity } from '../storage/table/entities/goals/goal-acknowledgement.ts'
import { goalEditEntity } from '../storage/table/entities/goals/goal-edit.ts'
import { goalReportEntity } from '../storage/table/entities/goals/goal-report.ts'
import { type GoalRow, goalKeyOf } from '../storage/table/entities/goals/goal-row.ts'
import type { AnyEntity, PartitionOf } from '../storage/table/entity.ts'
import { shortId } from '../storage/table/short-id.ts'
import { acknowledgementEvents, editEvent, reportEvent } from './goal-events.ts'

/** An event, and its place among those of its goal. */
type Told = { event: Event; at: number }

/** Events that are compared at once. Each is about a kilobyte. */
const comparedAtOnce = 20_000

/**
 * Yields the events that the feed lacks, of as many days as it keeps them, each part in the order in which they happened.
 *
 * Histories are read first, then the queue of changes, then the feed: an event that a history told then was in the queue or in the
 * feed before that was read. Where the table has a stream, an event may be on its way, and the feed then gets it twice.
 * The histories of goals that have been deleted since are lost.
 *
 * @param span.now  The time of the comparison.
 * @param span.until  Leaves out younger events.
 */
export async function* missingEvents(
  database: Database,
  organizationId: string,
  { now, until }: { now: Date; until: Date },
): AsyncGenerator<Event[]> {
  // A page is kept for so long after it was appended, which is later than its events.
  const since = daysAfter(now, 1 - eventRetentionDays).getTime()
  let told: Told[] = []
  for await (const part of toldEvents(database, organizationId)) {
    told.push(...part.filter(({ at }) => at >= since && at <= until.getTime()))
    if (told.length < comparedAtOnce) continue
    yield* withoutKnown(database, organizationId, told)
    told = []
  }
  yield* withoutKnown(database, organizationId, told)
}

async function* withoutKnown(
  database: Database,
  organizationId: string,
  told: readonly Told[],
): AsyncGenerator<Event[]> {
  if (told.length === 0) return
  const missing = new Map(told.map((one) => [one.event.id, one]))
  for await (const changes of readAll(database, changeEntity, changeQueue)) {
    for (const { content } of changes) for (const { id } of content.events) missing.delete(id)
  }
  for await (const pages of readAll(database, feedPageEntity, { organizationKey: shortId(organizationId) })) {
    for (const { events } of pages) for (const { id } of events) missing.delete(id)
  }
  if (missing.size === 0) return
  yield [...missing.values()].toSorted((left, right) => left.at - right.at).map(({ event }) => event)
}

/** Yields what records tell: those of events, then the history of each goal. */
async function* toldEvents(database: Database, organizationId: string): AsyncGenerator<Told[]> {
  for await (const records of readAll(database, eventEntity, { organizationKey: shortId(organizationId) })) {
    yield records.flatMap(({ events }) => inOrder(events))
  }
  let cursor: Position | null = null
  do {
    const page: Awaited<ReturnType<typeof queryRows>> = await queryRows(database, organizationId, noFilters, {
      cursor,
    })
    for (const row of page.data) yield inOrder(await eventsOfGoal(database, row))
    cursor = page.cursor
  } while (cursor !== null)
}

/** Clocks differ, but an entry comes after the one before. */
function inOrder(events: readonly Event[]): Told[] {
  let at = 0
  return events.map((event) => {
    at = Math.max(at, Date.parse(event.createdAt))
    return { event, at }
  })
}

/** The events that the history of a goal tells, in its order. */
async function eventsOfGoal(database: Database, row: GoalRow): Promise<Event[]> {
  const key = goalKeyOf(row)
  const { title } = row
  const entries: { version: number; events: Event[] }[] = []
  const acknowledged = new Map<number, { number: number; events: Event[] }[]>()
  for await (const records of readAll(database, goalAcknowledgementEntity, key)) {
    for (const record of records) {
      const all = acknowledged.get(record.revision) ?? []
      acknowledged.set(record.revision, all)
      all.push({ number: record.number, events: acknowledgementEvents(record, title) })
    }
  }
  for await (const edits of readAll(database, goalEditEntity, key)) {
    for (const edit of edits) entries.push({ version: edit.version, events: [editEvent(edit, title)] })
  }
  for await (const reports of readAll(database, goalReportEntity, key)) {
    for (const report of reports) {
      const own = (acknowledged.get(report.revision) ?? [])
        .toSorted((left, right) => left.number - right.number)
        .flatMap(({ events }) => events)
      entries.push({ version: report.content.version, events: [reportEvent(report, title), ...own] })
    }
  }
  return entries.toSorted((left, right) => left.version - right.version).flatMap(({ events }) => events)
}

/** Yields the records of an entity in a partition, page by page, in the order of their keys. Strongly consistent. */
function readAll<E extends AnyEntity>(database: Database, entity: E, partition: PartitionOf<E, 'record'>) {
  return pagesOf(({ cursor }) =>
    queryRecords(database, entity, 'record', partition, { consistent: true, cursor }),
  )
}
