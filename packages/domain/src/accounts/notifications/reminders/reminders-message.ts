import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailGoal } from '../../email/email-block.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../email/name-in-email.ts'
import type { EmailWords, Nearness } from '../../email/words/english.ts'
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
  to: Recipient,
  person: Person,
  reminders: readonly GoalReminder[],
  webOrigin: string,
  now: number,
): EmailMessage {
  const [first] = reminders
  const home = `${webOrigin}/home`
  const isOfOne = new Set(reminders.map(({ row }) => row.goalId)).size === 1
  const goalUrl = isOfOne && first ? urlOf(first, webOrigin) : undefined
  const unsubscribeUrl = unsubscribeUrlOf(webOrigin, person, 'reminders')
  return composeEmail({ kind: 'reminders', link: goalUrl ?? home, unsubscribeUrl }, to, (words) => {
    const goals = remindedGoals(person, reminders, webOrigin, words, now)
    const { oneNeedsYou, manyNeedYou, openGoal, why, unsubscribe } = words.reminders
    return {
      subject: subjectOfReminders(person, reminders, words, now),
      preview: goals.map(({ title }) => title).join(', '),
      blocks: [
        { kind: 'text', text: goalUrl ? oneNeedsYou : manyNeedYou },
        { kind: 'goals', goals },
        goalUrl
          ? { kind: 'button', text: openGoal, url: goalUrl }
          : { kind: 'button', text: words.openCairn, url: home },
      ],
      footer: [
        { text: why },
        { text: words.settings, url: notificationSettingsOf(webOrigin) },
        { text: unsubscribe, url: unsubscribeUrl },
      ],
    }
  })
}

/** Returns the goals of reminders as emails show them: late reports first, the latest one on top, then deadlines. */
export function remindedGoals(
  person: Person,
  reminders: readonly GoalReminder[],
  webOrigin: string,
  words: EmailWords,
  now: number,
): EmailGoal[] {
  const today = dayAt(now, timeZoneOf(person))
  const sorted = [...reminders].sort(compareReminders)
  const ofGoals = [...Map.groupBy(sorted, ({ row }) => row.goalId).values()]
  return ofGoals.map((same) => goalOf(same, person, webOrigin, today, words))
}

function compareReminders(left: GoalReminder, right: GoalReminder): number {
  if (left.kind !== right.kind) return left.kind === 'report' ? -1 : 1
  return left.due < right.due ? -1 : left.due > right.due ? 1 : left.row.goalId < right.row.goalId ? -1 : 1
}

function urlOf({ row }: GoalReminder, webOrigin: string): string {
  return pageOf(webOrigin, row.organizationId, `/goals/${row.goalId}`)
}

function goalOf(
  reminders: readonly GoalReminder[],
  person: Person,
  webOrigin: string,
  today: string,
  words: EmailWords,
): EmailGoal {
  const [first] = reminders
  if (!first) throw new Error('A goal is listed without a reminder.')
  return {
    title: textInEmail(first.row.title, maximumTitleLength),
    url: urlOf(first, webOrigin),
    notes: [
      ...reminders.map((reminder) => noteOf(reminder, timeZoneOf(person), today, words)),
      ...(first.organizationName === undefined ? [] : [{ text: nameInEmail(first.organizationName) }]),
    ],
  }
}

function noteOf(
  { kind, due }: GoalReminder,
  timeZone: string,
  today: string,
  { reminders, locale }: EmailWords,
): EmailGoal['notes'][number] {
  if (kind === 'report') {
    return { text: reminders.reportWasDue(dayInWords(dayAt(Number(due), timeZone), locale)), tone: 'bad' }
  }
  const day = String(due)
  return { text: reminders.deadlineIs(nearnessOf(day, today), dayInWords(day, locale)), tone: 'warn' }
}

function nearnessOf(day: string, today: string): Nearness {
  const days = daysBetween(today, day)
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : days
}

export function subjectOfReminders(
  person: Person,
  reminders: readonly GoalReminder[],
  { reminders: words }: EmailWords,
  now: number,
): string {
  const today = dayAt(now, timeZoneOf(person))
  const [only] = reminders
  if (only && reminders.length === 1) {
    const title = textInEmail(only.row.title, maximumTitleInSubject)
    return only.kind === 'report'
      ? words.reportIsLate(title)
      : words.deadline(nearnessOf(String(only.due), today), title)
  }
  const late = reminders.filter(({ kind }) => kind === 'report').length
  return words.several(late, reminders.length - late)
}
