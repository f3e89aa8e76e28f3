import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailGoal } from '../../email/email-block.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../email/name-in-email.ts'
import type { EmailWords } from '../../email/words/english.ts'
import { notificationSettingsOf, pageOf, unsubscribeUrlOf } from '../mail/app-addresses.ts'
import { dayInWords } from '../mail/dates.ts'
import { type Person, timeZoneOf } from '../person.ts'
import { dayAt } from '../schedule.ts'

/** A question as an email shows it. */
export type MailedQuestion = {
  organizationId: string
  goalId: string
  questionId: string
  text: string
  options: readonly string[]
  goalTitle: string
  /** Undefined if the person who asked has left. */
  askedBy: string | undefined
  /** Undefined if the reader has only one organization. */
  organizationName: string | undefined
  /** In Unix milliseconds. */
  endsAt: number
}

const maximumTextLength = 300
const maximumTextInSubject = 60
/** The rest is counted. */
const maximumQuestions = 10

/** The email with the questions of a minute, oldest first. */
export function questionsMessage(
  to: Recipient,
  person: Person,
  questions: readonly MailedQuestion[],
  webOrigin: string,
): EmailMessage {
  const [first] = questions
  const onlyUrl = first && questions.length === 1 ? urlOf(first, webOrigin) : undefined
  const home = `${webOrigin}/home`
  const unsubscribeUrl = unsubscribeUrlOf(webOrigin, person, 'questions')
  return composeEmail({ kind: 'questions', link: onlyUrl ?? home, unsubscribeUrl }, to, (words) => {
    const { subjectOne, subjectMany, asksOne, asksMany, more, answer, why, unsubscribe } = words.questions
    const shown = questions.slice(0, maximumQuestions)
    const left = questions.length - shown.length
    return {
      subject:
        first && onlyUrl
          ? subjectOne(textInEmail(first.text, maximumTextInSubject))
          : subjectMany(questions.length),
      preview: shown.map(({ text }) => textInEmail(text, maximumTextInSubject)).join(' · '),
      blocks: [
        { kind: 'text', text: onlyUrl ? asksOne : asksMany },
        { kind: 'goals', goals: shown.map((question) => shownQuestion(question, person, webOrigin, words)) },
        ...(left > 0 ? [{ kind: 'text' as const, text: more(left) }] : []),
        onlyUrl
          ? { kind: 'button', text: answer, url: onlyUrl }
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

function urlOf({ organizationId, goalId, questionId }: MailedQuestion, webOrigin: string): string {
  return pageOf(webOrigin, organizationId, `/goals/${goalId}`, { question: questionId })
}

function shownQuestion(
  question: MailedQuestion,
  person: Person,
  webOrigin: string,
  { questions: words, locale }: EmailWords,
): EmailGoal {
  const { text, options, goalTitle, askedBy, organizationName, endsAt } = question
  const asker = askedBy === undefined ? words.somebody : nameInEmail(askedBy)
  const notes = [
    words.asks(asker, textInEmail(goalTitle, maximumTextInSubject)),
    ...(organizationName === undefined ? [] : [nameInEmail(organizationName)]),
    ...(options.length > 0 ? [words.choose(options.map(nameInEmail).join(' · '))] : []),
    words.until(dayInWords(dayAt(endsAt, timeZoneOf(person)), locale)),
  ]
  return {
    title: textInEmail(text, maximumTextLength),
    url: urlOf(question, webOrigin),
    notes: notes.map((note) => ({ text: note })),
  }
}
