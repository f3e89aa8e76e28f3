import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import { event } from '@cairn/contract/schemas/feed/events'
import { daysAfter, timeToLiveOf } from '../requests/context.ts'
import { parkedChanges } from '../storage/table/entities/events/change.ts'
import { eventsPerPage } from '../storage/table/entities/events/feed-page.ts'
import type { StoredRecord } from '../storage/table/entities.ts'
import { byPartition, type Check, type Report } from './finding.ts'
import { plain } from './goals/plain.ts'

type Page = StoredRecord<'feedPage'>

/** The clocks of those who append may differ by so much. */
const clockSeconds = 60
/** A change that waits longer has been forgotten, in milliseconds. It takes less than a second. */
const waitMilliseconds = 3_600_000

/**
 * Checks that a feed misses no page that has not expired, that its pages expire, that its end is marked, that all events are valid,
 * and that no change waits to be handled.
 *
 * @param now  Decides which pages may have expired.
 */
export function checkFeed(report: Report, now: Date): Check {
  type State = {
    end: StoredRecord<'feedEnd'> | undefined
    /** The page before. */
    before: Page | undefined
    /** Whether a page was seen that has not expired: then none after it has. */
    isKept: boolean
  }
  return byPartition<State>({
    begin: () => ({ end: undefined, before: undefined, isKept: false }),
    see(state, record) {
      if (record.__edb_e__ === 'event') checkEventRecord(report, record)
      if (record.__edb_e__ === 'change') checkChange(report, record)
      if (record.__edb_e__ === 'feedEnd') state.end = record
      if (record.__edb_e__ !== 'feedPage') return
      const { before, isKept } = state
      checkPage(report, record)
      if (isKept && before && before.page !== record.page - 1) {
        report('broken', record, `page ${record.page - 1} of a feed is missing`)
      }
      // Earlier versions gave the newest page a time to live when the next one was there.
      if (before && before.ttl === undefined && record.ttl === undefined) {
        report('broken', before, 'a page of a feed never expires')
      }
      state.before = record
      state.isKept = isKept || record.ttl === undefined || record.ttl > timeToLiveOf(now) + clockSeconds
    },
    end({ end, before: newest }) {
      if (newest?.ttl !== undefined && (end?.page ?? 0) < newest.page) {
        report('broken', newest, 'the newest page of a feed is not marked as its end')
      }
    },
  })
}

function checkPage(report: Report, page: Page): void {
  const count = page.events.length
  if (count < 1 || count > eventsPerPage) report('broken', page, `a page of a feed has ${count} events`)
  const expiry = timeToLiveOf(daysAfter(new Date(page.appendedAt), eventRetentionDays))
  if (page.ttl !== undefined && page.ttl < expiry - clockSeconds) {
    report('broken', page, 'a page of a feed expires too early')
  }
  checkEvents(report, page, page.events)
}

function checkEventRecord(report: Report, record: StoredRecord<'event'>): void {
  if (record.events[0]?.id !== record.eventId) report('broken', record, 'a record of events has another id')
  checkEvents(report, record, record.events)
}

function checkChange(report: Report, record: StoredRecord<'change'>): void {
  if (record.queue === parkedChanges.queue) {
    report('broken', record, `change ${record.changeId} was parked: ${record.failure}`)
    return
  }
  const recordedAt = Number(record.changeId.split('-')[0])
  // Its id has the time of the process's clock, whatever time the caller checks.
  if (!(Date.now() - recordedAt <= waitMilliseconds)) {
    report('broken', record, 'a change has not been handled')
  }
  checkEvents(report, record, record.content.events)
}

function checkEvents(
  report: Report,
  record: Page | StoredRecord<'event' | 'change'>,
  events: readonly unknown[],
): void {
  for (const one of events) {
    const { error } = event().safeParse(plain(one))
    if (error) report('broken', record, `${record.__edb_e__} has an event that is not valid`)
  }
}
