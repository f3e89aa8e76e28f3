import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailBlock, EmailGoal } from '../../email/email-block.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../email/name-in-email.ts'
import type { EmailWords } from '../../email/words/english.ts'
import { notificationSettingsOf, pageOf, unsubscribeUrlOf } from '../mail/app-addresses.ts'
import type { Person } from '../person.ts'
import { type GoalReminder, remindedGoals, subjectOfReminders } from '../reminders/reminders-message.ts'
import type { MailedItem } from './mailed-items.ts'

const maximumTitleLength = 200
const maximumTitleInSubject = 60
/** The rest is counted. */
const maximumItems = 20

type Daily = {
  items: readonly MailedItem[]
  /** Those of the same day, which come first. */
  reminders: readonly GoalReminder[]
  hasOneOrganization: boolean
}

/** The email with everything that is new in the inbox since the last one. At least one item. */
export function inboxMessage(
  to: Recipient,
  person: Person,
  { items, reminders, hasOneOrganization }: Daily,
  webOrigin: string,
  now: number,
): EmailMessage {
  const inbox = `${webOrigin}/inbox`
  const isMixed = reminders.length > 0
  const unsubscribeUrl = unsubscribeUrlOf(webOrigin, person, isMixed ? 'daily' : 'inbox')
  return composeEmail({ kind: 'inbox', link: inbox, unsubscribeUrl }, to, (words) => {
    const texts = words.inbox
    const shown = items.slice(0, maximumItems)
    const left = items.length - shown.length
    const goals = shown.map((one) => shownItem(one, webOrigin, hasOneOrganization, words))
    const subject = subjectOf(items, words)
    const blocks: EmailBlock[] = [
      ...(isMixed
        ? ([
            { kind: 'text', text: words.reminders.manyNeedYou },
            { kind: 'goals', goals: remindedGoals(person, reminders, webOrigin, words, now) },
            { kind: 'heading', text: texts.heading },
          ] as const)
        : [{ kind: 'text' as const, text: texts.intro }]),
      { kind: 'goals', goals },
      ...(left > 0 ? [{ kind: 'text' as const, text: texts.more(left) }] : []),
      { kind: 'button', text: texts.open, url: inbox },
      { kind: 'text', text: texts.noReplies },
    ]
    return {
      subject: isMixed ? `${subjectOfReminders(person, reminders, words, now)} · ${subject}` : subject,
      preview: goals.map(({ title }) => title).join(' · '),
      blocks,
      footer: [
        { text: texts.why },
        { text: words.settings, url: notificationSettingsOf(webOrigin) },
        { text: isMixed ? texts.unsubscribeDaily : texts.unsubscribe, url: unsubscribeUrl },
      ],
    }
  })
}

function subjectOf(items: readonly MailedItem[], words: EmailWords): string {
  const [only] = items
  if (!only || items.length > 1) return words.inbox.subjectMany(items.length)
  const { item } = only
  const happened = words.inbox.happened[item.kind](nameInEmail(item.actor.displayName))
  return `${happened}: ${textInEmail(item.goal.title, maximumTitleInSubject)}`
}

function shownItem(
  { item, organizationId, organizationName }: MailedItem,
  webOrigin: string,
  hasOneOrganization: boolean,
  { inbox }: EmailWords,
): EmailGoal {
  const { kind, goal, actor, text, ref } = item
  const notes = [
    textInEmail(goal.title, maximumTitleLength),
    ...(text === '' ? [] : [textInEmail(text, maximumTitleLength)]),
    ...(hasOneOrganization ? [] : [nameInEmail(organizationName)]),
  ]
  const search: Record<string, string> = {
    ...(ref.questionId !== undefined && { question: ref.questionId }),
    ...(ref.commentId !== undefined && { comment: ref.commentId }),
  }
  return {
    title: inbox.happened[kind](nameInEmail(actor.displayName)),
    url: pageOf(webOrigin, organizationId, `/goals/${goal.id}`, search),
    notes: notes.map((note) => ({ text: note })),
  }
}
