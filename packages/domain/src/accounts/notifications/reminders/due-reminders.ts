/** Of what the owner of a goal is to be reminded. Pure. */
import { begunDeadlineReminders } from '../../../goals/record/goal-timer.ts'
import { nextReportDueAt } from '../../../goals/record/summarize.ts'
import type { ReminderRecord } from '../../../storage/table/entities/due/reminder.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { type Person, preferencesOf, timeZoneOf } from '../person.ts'
import { addDays, dayAt, morningOf } from '../schedule.ts'

export type Reminder = Pick<ReminderRecord, 'kind' | 'due' | 'day'>

export type DueReminders = {
  /** At most one of each kind. */
  reminders: Reminder[]
  /** Names what is reminded of, so that nobody is reminded twice. */
  keys: string[]
}

/** The state of a timer: since when it looks, and what it has reminded of. */
type Memory = { since: number; reminded?: readonly string[] | undefined }

/**
 * The reminders that are due now: of a late report, once for each due date; and of a deadline, on the mornings 7 days and 1 day
 * before it. If both mornings have passed unseen, because nothing ran, there is one reminder.
 */
export function dueReminders(
  row: GoalRow,
  { since, reminded = [] }: Memory,
  timeZone: string,
  now: number,
): DueReminders {
  const due: DueReminders = { reminders: [], keys: [] }
  if (row.status !== 'active') return due

  const reportDueAt = Date.parse(nextReportDueAt(row) ?? '')
  const reportKey = `report ${reportDueAt}`
  // Late as `attentionOf` says: after the due time, not at it.
  if (reportDueAt < now && !reminded.includes(reportKey)) {
    due.reminders.push({ kind: 'report', due: reportDueAt })
    due.keys.push(reportKey)
  }

  if (row.timeframe.kind === 'deadline') {
    const { targetDate } = row.timeframe
    const today = dayAt(now, timeZone)
    const mornings = begunDeadlineReminders(targetDate, now)
      .map((days) => ({ day: addDays(targetDate, -days), key: `deadline ${targetDate} ${days}` }))
      .filter(({ day, key }) => !reminded.includes(key) && morningOf(day, timeZone) > since)
    const last = mornings.at(-1)
    if (last && today <= targetDate) {
      due.reminders.push({ kind: 'deadline', due: targetDate, day: last.day })
      due.keys.push(...mornings.map(({ key }) => key))
    }
  }
  return due
}

/**
 * Returns what happens to a waiting reminder, by the goal and its owner now: it is mailed, dropped, or waits for the email of another
 * owner.
 *
 * @param row  Null if the goal is gone.
 * @param isMember  Whether the person is a member of the goal's organization.
 */
export function fateOf(
  reminder: Reminder,
  row: GoalRow | null,
  { person, isMember }: { person: Pick<Person, 'userId' | 'preferences'>; isMember: boolean },
  now: number,
): 'mail' | 'drop' | { newOwner: string } {
  if (!row || !stillHolds(reminder, row, timeZoneOf(person), now)) return 'drop'
  const { ownerUserId } = row
  if (ownerUserId !== person.userId) return ownerUserId === undefined ? 'drop' : { newOwner: ownerUserId }
  const { reportReminders, deadlineReminders } = preferencesOf(person)
  const isWanted = reminder.kind === 'report' ? reportReminders : deadlineReminders
  return isMember && isWanted ? 'mail' : 'drop'
}

/** Whether a reminder that waited still holds. */
function stillHolds(reminder: Reminder, row: GoalRow, timeZone: string, now: number): boolean {
  if (row.status !== 'active') return false
  if (reminder.kind === 'report') return Date.parse(nextReportDueAt(row) ?? '') < now
  const { timeframe } = row
  return (
    timeframe.kind === 'deadline' &&
    timeframe.targetDate === reminder.due &&
    dayAt(now, timeZone) <= timeframe.targetDate
  )
}
