import { composeEmail } from '../../email/compose-email.ts'
import type { EmailGoal } from '../../email/email-block.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../email/name-in-email.ts'
import type { GoalRow } from '../../table/entities/goals/goal-row.ts'
import { notificationSettingsOf, pageOf, unsubscribeUrlOf } from '../mail/app-addresses.ts'
import { dayInWords } from '../mail/dates.ts'
import { type Person, timeZoneOf } from '../person.ts'
import { dayAt, daysBetween } from '../schedule.ts'
import type { Reminder } from './due-reminders.ts'

/** A reminder that still holds, with the goal it is about. */
export type GoalReminder = Pick<Reminder, 'kind' | 'due'> & {
  row: GoalRow
  /** Undefined if the person has only one organization. */
  organizationName: string | undefined
}

const maximumTitleLength = 200
const maximumTitleInSubject = 60

/** The email with all reminders of a day: late reports first, the latest one on top, then deadlines. */
export function remindersMessage(
  to: string,
  person: Person,
  reminders: readonly GoalReminder[],
  webOrigin: string,
  now: number,
): EmailMessage {
  const today = dayAt(now, timeZoneOf(person))
  const sorted = [...reminders].sort(compareReminders)
  const goals = [...Map.groupBy(sorted, ({ row }) => row.goalId).values()].map((same) =>
    goalOf(same, person, webOrigin, today),
  )
  const [first] = goals
  const subject = subjectOf(sorted, today)
  const isOne = goals.length === 1
  return composeEmail(
    {
      kind: 'reminders',
      to,
      link: isOne && first ? first.url : `${webOrigin}/home`,
      unsubscribeUrl: unsubscribeUrlOf(webOrigin, person, 'reminders'),
    },
    {
      subject,
      preview: goals.map(({ title }) => title).join(', '),
      blocks: [
        {
          kind: 'text',
          text: isOne ? 'A goal that you own needs you.' : 'These goals that you own need you.',
        },
        { kind: 'goals', goals },
        isOne && first
          ? { kind: 'button', text: 'Open goal', url: first.url }
          : { kind: 'button', text: 'Open Cairn', url: `${webOrigin}/home` },
      ],
      footer: [
        { text: 'You get reminders of goals that you own, at most one email a day.' },
        { text: 'Notification settings', url: notificationSettingsOf(webOrigin) },
        { text: 'Unsubscribe from reminders', url: unsubscribeUrlOf(webOrigin, person, 'reminders') },
      ],
    },
  )
}

function compareReminders(left: GoalReminder, right: GoalReminder): number {
  if (left.kind !== right.kind) return left.kind === 'report' ? -1 : 1
  return left.due < right.due ? -1 : left.due > right.due ? 1 : left.row.goalId < right.row.goalId ? -1 : 1
}

function goalOf(
  reminders: readonly GoalReminder[],
  person: Person,
  webOrigin: string,
  today: string,
): EmailGoal {
  const [{ row, organizationName } = { row: undefined, organizationName: undefined }] = reminders
  if (!row) throw new Error('A goal is listed without a reminder.')
  return {
    title: textInEmail(row.title, maximumTitleLength),
    url: pageOf(webOrigin, row.organizationId, `/goals/${row.goalId}`),
    notes: [
      ...reminders.map((reminder) => noteOf(reminder, timeZoneOf(person), today)),
      ...(organizationName === undefined ? [] : [{ text: nameInEmail(organizationName) }]),
    ],
  }
}

function noteOf({ kind, due }: GoalReminder, timeZone: string, today: string): EmailGoal['notes'][number] {
  if (kind === 'report') {
    return { text: `A report was due on ${dayInWords(dayAt(Number(due), timeZone))}.`, tone: 'bad' }
  }
  return { text: `The deadline is ${whenIs(String(due), today)}, ${dayInWords(String(due))}.`, tone: 'warn' }
}

/** `today`, `tomorrow` or `in 7 days`. */
function whenIs(day: string, today: string): string {
  const days = daysBetween(today, day)
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

function subjectOf(reminders: readonly GoalReminder[], today: string): string {
  const [only] = reminders
  if (only && reminders.length === 1) {
    const title = textInEmail(only.row.title, maximumTitleInSubject)
    return only.kind === 'report'
      ? `Report is late: ${title}`
      : `Deadline ${whenIs(String(only.due), today)}: ${title}`
  }
  const late = reminders.filter(({ kind }) => kind === 'report').length
  const near = reminders.length - late
  const parts = [
    ...(late > 0 ? [late === 1 ? '1 report is late' : `${late} reports are late`] : []),
    ...(near > 0 ? [near === 1 ? '1 deadline is near' : `${near} deadlines are near`] : []),
  ]
  return parts.join(', ')
}
