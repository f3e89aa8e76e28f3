/**
 * The timer of a goal (`table/entities/due/goal-timer.ts`): when the sweep has to look at it.
 *
 * It is never later than the next time at which the owner may have to be reminded. That time moves by the changes of a goal, and only
 * those that make it earlier write the timer, in the goal's transaction:
 *
 *   publish, edit of cadence, deadline or owner, report that resumes the goal ─ earlier, or new ─▶ write the timer
 *   any other report: the next one is due later ────────────────────────────────────────────────▶ leave it
 *   the sweep finds it due ──▶ reminds, moves it to the next time, or turns it off
 *
 * Timers know nothing of the owner: owner and time zone may change. So a reminder of a deadline is due when its day begins anywhere on
 * earth, and the person's morning decides then.
 */

import { millisecondsPerDay } from '../../requests/context.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import { goalTimerEntity } from '../../storage/table/entities/due/goal-timer.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { nextReportDueAt } from './summarize.ts'

/** A deadline is reminded of so many days before it. */
const deadlineReminderDays = [7, 1] as const

const millisecondsPerHour = 60 * 60 * 1000
/** The earliest and the latest time zone, in hours from UTC. */
const earliestZone = 14
const latestZone = -12
const morningHour = 8

/** A time at which the owner may have to be reminded, in Unix milliseconds. */
type Moment = {
  at: number
  /** From then on, it is too late for the reminder. */
  until: number
}

/** The start of a reminder's day in the first time zone, and its morning in the last one. */
function deadlineMoment(targetDate: string, days: number): Moment {
  const day = Date.parse(targetDate) - days * millisecondsPerDay
  return {
    at: day - earliestZone * millisecondsPerHour,
    until: day + (morningHour - latestZone) * millisecondsPerHour,
  }
}

/** The reminders of a deadline, by days before it, whose day has begun anywhere. Those that are too late for some are among them. */
export function begunDeadlineReminders(targetDate: string, now: number): number[] {
  return deadlineReminderDays.filter((days) => deadlineMoment(targetDate, days).at <= now)
}

/** All times at which the owner of a goal may have to be reminded, as long as it stays as it is. */
function momentsOf(row: GoalRow, now: number): Moment[] {
  if (row.status !== 'active') return []
  const { timeframe } = row
  const reportDueAt = nextReportDueAt(row)
  const moments = [
    // A report is late after its due time, not at it.
    ...(reportDueAt === null ? [] : [{ at: Date.parse(reportDueAt) + 1, until: Number.POSITIVE_INFINITY }]),
    ...(timeframe.kind === 'deadline'
      ? deadlineReminderDays.map((days) => deadlineMoment(timeframe.targetDate, days))
      : []),
  ]
  return moments.filter(({ until }) => until > now)
}

/** The times after `since` at which the owner may have to be reminded of a goal, in Unix milliseconds. */
export function upcomingMoments(row: GoalRow, since: number): number[] {
  return momentsOf(row, since)
    .map(({ at }) => at)
    .filter((at) => at > since)
}

/**
 * Returns the time of the sweep's next look at a goal after it has looked now, in Unix milliseconds; undefined if only an edit or a report
 * that resumes the goal can change that.
 *
 * If a report is late, the next one comes now at the earliest, and the one after it is due a cadence later.
 */
export function nextTimerAt(row: GoalRow, now: number): number | undefined {
  const times = upcomingMoments(row, now)
  if (row.status === 'active' && row.cadence !== undefined) times.push(now + row.cadence * millisecondsPerDay)
  return times.length > 0 ? Math.min(...times) : undefined
}

/**
 * Returns the due time of the timer after a change of the goal, in Unix milliseconds; undefined if the timer that is there, if any, is
 * early enough.
 *
 * @param before  The goal before the change; undefined for a new one.
 */
export function changedTimerAt(before: GoalRow | undefined, after: GoalRow, now: number): number | undefined {
  // A report only makes a date later. One that resumes the goal is the exception: its timer may be off.
  if (before?.status === 'active' && before.revision !== after.revision) return undefined
  // A new owner may not have been reminded yet.
  const isOwnersStill = before?.ownerUserId === after.ownerUserId
  const known = before && isOwnersStill ? momentsOf(before, now) : []
  const current = momentsOf(after, now)
  const added = current.map(({ at }) => at).filter((at) => known.every((moment) => moment.at !== at))
  // The timer is not later than what it still has to fire for.
  const pending = known.map(({ at }) => at).filter((at) => at > now)
  if (Math.min(...added) >= Math.min(...pending)) return undefined
  return Math.min(...current.map(({ at }) => at))
}

/** The write of the timer after a change of the goal; undefined if the timer need not become earlier. */
export function goalTimerItem(
  before: GoalRow | undefined,
  after: GoalRow,
  now: Date,
): TransactionItem | undefined {
  const dueAt = changedTimerAt(before, after, now.getTime())
  if (dueAt === undefined) return undefined
  const key = goalKeyOf(after)
  // Sent reminders stay in the record.
  return { Update: goalTimerEntity.update(key).set({ ...timerOf(key.goalKey, dueAt), since: now.getTime() }) }
}
