import type { Event } from '@cairn/contract/schemas/feed/events'
import type { Database } from '../storage/database/client.ts'
import { scanTable } from '../storage/database/scan-table.ts'
import type { GoalAcknowledgementRecord } from '../storage/table/entities/goals/goal-acknowledgement.ts'
import type { GoalEditRecord } from '../storage/table/entities/goals/goal-edit.ts'
import type { GoalReportRecord } from '../storage/table/entities/goals/goal-report.ts'
import { decodeRow, type GoalRow } from '../storage/table/entities/goals/goal-row.ts'
import { type EntityName, isKnown, type StoredRecord, toStoredRecord } from '../storage/table/entities.ts'
import { longId } from '../storage/table/short-id.ts'
import { appendEvents } from './feed/append-events.ts'
import { acknowledgementEvent, editEvent, reportEvent } from './goal-events.ts'

export type RepairedFeed = { found: number; appended: number }

/** The records of a goal that tell events, and its row. */
const goalRecords: ReadonlySet<string> = new Set<EntityName>([
  'goalRow',
  'goalReport',
  'goalEdit',
  'goalAcknowledgement',
])

/** The parts of a goal that the scan has seen. */
type Goal = {
  pk: string
  row?: GoalRow
  reports: GoalReportRecord[]
  edits: GoalEditRecord[]
  acknowledgements: GoalAcknowledgementRecord[]
}

/**
 * Appends the events that feeds lack: those that histories and records of events tell, since a time. They come at the end, in
 * the order in which they happened. Reads the whole table. What is written meanwhile may be appended twice, as by any other
 * process. The histories of goals that have been deleted since are lost.
 */
export async function repairFeed(
  database: Database,
  { since, now }: { since: Date; now: Date },
): Promise<RepairedFeed> {
  const known = new Set<string>()
  const told = new Map<string, { event: Event; at: number }[]>()
  let goal: Goal | undefined

  function add(organizationId: string, events: readonly Event[]): void {
    const all = told.get(organizationId) ?? []
    told.set(organizationId, all)
    // Clocks differ, but an entry comes after the one before.
    let at = 0
    for (const event of events) {
      at = Math.max(at, Date.parse(event.createdAt))
      if (at >= since.getTime()) all.push({ event, at })
    }
  }

  function end(): void {
    if (goal?.row) add(goal.row.organizationId, eventsOf(goal.row, goal))
    goal = undefined
  }

  for await (const page of scanTable(database)) {
    for (const item of page) {
      if (item.pk !== goal?.pk) end()
      if (!isKnown(item)) continue
      const record: StoredRecord = toStoredRecord(item)
      if (record.__edb_e__ === 'feedPage') for (const { id } of record.events) known.add(id)
      if (record.__edb_e__ === 'event') add(longId(record.organizationKey), record.events)
      if (!goalRecords.has(record.__edb_e__)) continue
      goal ??= { pk: item.pk, reports: [], edits: [], acknowledgements: [] }
      if (record.__edb_e__ === 'goalRow') goal.row = decodeRow(record)
      if (record.__edb_e__ === 'goalReport') goal.reports.push(record)
      if (record.__edb_e__ === 'goalEdit') goal.edits.push(record)
      if (record.__edb_e__ === 'goalAcknowledgement') goal.acknowledgements.push(record)
    }
  }
  end()

  const count = { found: 0, appended: 0 }
  for (const [organizationId, events] of told) {
    const missing = events
      .filter(({ event }) => !known.has(event.id))
      .toSorted((left, right) => left.at - right.at)
      .map(({ event }) => event)
    count.found += events.length
    count.appended += missing.length
    await appendEvents(database, organizationId, missing, now)
  }
  return count
}

/** The events that the history of a goal tells, in its order. */
function eventsOf({ title }: GoalRow, { reports, edits, acknowledgements }: Goal): Event[] {
  const entries: { version: number; events: Event[] }[] = edits.map((edit) => ({
    version: edit.version,
    events: [editEvent(edit, title)],
  }))
  for (const report of reports) {
    const own = acknowledgements
      .filter(({ revision }) => revision === report.revision)
      .toSorted((left, right) => left.number - right.number)
      .map((one) => acknowledgementEvent(one, title))
    entries.push({ version: report.content.version, events: [reportEvent(report, title), ...own] })
  }
  return entries.toSorted((left, right) => left.version - right.version).flatMap(({ events }) => events)
}
