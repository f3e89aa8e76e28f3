import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import { event } from '@cairn/contract/schemas/feed/events'
import { daysAfter, timeToLiveOf } from '../requests/context.ts'
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
 * Checks that a feed misses no page that has not expired, that every page but the newest will expire, that all events are valid,
 * and that no change waits to be handled.
 *
 * @param now  Decides which pages may have expired.
 */
export function checkFeed(report: Report, now: Date): Check {
  /** The page before the one before, and the one before. */
  type State = { earlier: Page | undefined; before: Page | undefined }
  return byPartition<State>({
    begin: () => ({ earlier: undefined, before: undefined }),
    see(state, record) {
      if (record.__edb_e__ === 'event') checkEventRecord(report, record)
      if (record.__edb_e__ === 'change') checkChange(report, record)
      if (record.__edb_e__ !== 'feedPage') return
      const { earlier, before } = state
      checkPage(report, record)
      checkBefore(report, record, before, now)
      // A crash may have come before the newest but one got it. The next append gives it one.
      if (earlier && earlier.ttl === undefined) report('broken', earlier, 'a page of a feed never expires')
      state.earlier = before
      state.before = record
    },
    end({ before: newest }) {
      if (newest?.ttl !== undefined) report('broken', newest, 'the newest page of a feed expires')
    },
  })
}

function checkPage(report: Report, page: Page): void {
  const count = page.events.length
  if (count < 1 || count > eventsPerPage) report('broken', page, `a page of a feed has ${count} events`)
  checkEvents(report, page, page.events)
}

/** The page before is there, and expires 90 days after this one was appended. Pages may be deleted in any order, late. */
function checkBefore(report: Report, page: Page, before: Page | undefined, now: Date): void {
  const number = page.page - 1
  const expiry = timeToLiveOf(daysAfter(new Date(page.appendedAt), eventRetentionDays)) - clockSeconds
  if (before?.page !== number) {
    const isKept = timeToLiveOf(now) < expiry
    if (number > 0 && isKept) report('broken', page, `page ${number} of a feed is missing`)
  } else if (before.ttl !== undefined && before.ttl < expiry) {
    report('broken', before, 'a page of a feed expires too early')
  }
}

function checkEventRecord(report: Report, record: StoredRecord<'event'>): void {
  if (record.events[0]?.id !== record.eventId) report('broken', record, 'a record of events has another id')
  checkEvents(report, record, record.events)
}

function checkChange(report: Report, record: StoredRecord<'change'>): void {
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
