import { eventSentence, sentenceText } from '@cairn/contract/display/event-sentence'
import type { AttentionReason } from '@cairn/contract/schemas/goals/goal-values'
import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailBlock, EmailGoal, Tone } from '../../email/email-block.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../email/name-in-email.ts'
import type { EmailWords } from '../../email/words/english.ts'
import { notificationSettingsOf, pageOf, unsubscribeUrlOf } from '../mail/app-addresses.ts'
import { dayInWords } from '../mail/dates.ts'
import { type Person, timeZoneOf } from '../person.ts'
import { dayAt } from '../schedule.ts'
import type { DigestGoal, DigestOrganization } from './read-organization.ts'

const maximumTitleLength = 200
const maximumSentenceLength = 300

/** The weekly digest of all organizations of a person that have something to say. */
export function digestMessage(
  to: Recipient,
  person: Person,
  organizations: readonly DigestOrganization[],
  { webOrigin, hasOneOrganization }: { webOrigin: string; hasOneOrganization: boolean },
): EmailMessage {
  const goalCount = organizations.reduce((sum, { goals }) => sum + goals.length, 0)
  const unsubscribeUrl = unsubscribeUrlOf(webOrigin, person, 'weekly_digest')
  const link = `${webOrigin}/home`
  return composeEmail({ kind: 'weekly_digest', link, unsubscribeUrl }, to, (words) => {
    const { subjectNeeding, subjectChanged, why, unsubscribe } = words.digest
    return {
      subject: goalCount > 0 ? subjectNeeding(goalCount) : subjectChanged,
      preview: previewOf(organizations),
      blocks: [
        ...organizations.flatMap((organization) =>
          blocksOf(organization, person, webOrigin, hasOneOrganization, words),
        ),
        { kind: 'button', text: words.openCairn, url: link },
      ],
      footer: [
        { text: why },
        { text: words.settings, url: notificationSettingsOf(webOrigin) },
        { text: unsubscribe, url: unsubscribeUrl },
      ],
    }
  })
}

function previewOf(organizations: readonly DigestOrganization[]): string {
  return organizations
    .flatMap((organization) => organization.goals)
    .map(({ title }) => textInEmail(title, maximumTitleLength))
    .join(', ')
}

function blocksOf(
  organization: DigestOrganization,
  person: Person,
  webOrigin: string,
  hasOneOrganization: boolean,
  words: EmailWords,
): EmailBlock[] {
  const { goals, events, moreEvents, nameOf } = organization
  const { needsYou, changed, more } = words.digest
  const name = hasOneOrganization ? undefined : nameInEmail(organization.name)
  const names = { userId: person.userId, nameOf }
  const sentences = events.map((event) =>
    textInEmail(sentenceText(eventSentence(event, names, words.events)), maximumSentenceLength),
  )
  return [
    ...(goals.length > 0
      ? [
          { kind: 'heading' as const, text: needsYou(name) },
          {
            kind: 'goals' as const,
            goals: goals.map((goal) => goalOf(goal, organization.id, person, webOrigin, words)),
          },
        ]
      : []),
    ...(sentences.length > 0
      ? [
          { kind: 'heading' as const, text: changed(name) },
          { kind: 'list' as const, items: [...sentences, ...(moreEvents ? [more] : [])] },
        ]
      : []),
  ]
}

function goalOf(
  goal: DigestGoal,
  organizationId: string,
  person: Person,
  webOrigin: string,
  { digest, locale }: EmailWords,
): EmailGoal {
  const { timeframe, nextReportDueAt } = goal
  const days = {
    deadline: timeframe.kind === 'deadline' ? dayInWords(timeframe.targetDate, locale) : '',
    due:
      nextReportDueAt === null
        ? ''
        : dayInWords(dayAt(Date.parse(nextReportDueAt), timeZoneOf(person)), locale),
  }
  return {
    title: textInEmail(goal.title, maximumTitleLength),
    url: pageOf(webOrigin, organizationId, `/goals/${goal.id}`),
    notes: goal.attention.map((reason) => ({ text: digest.attention[reason](days), tone: tones[reason] })),
  }
}

const tones: Record<AttentionReason, Tone> = {
  question_open: 'bad',
  overdue: 'bad',
  report_late: 'bad',
  off_track: 'bad',
  claim_expired: 'warn',
  budget_used: 'warn',
  review_requested: 'warn',
  at_risk: 'warn',
  due_soon: 'warn',
  criteria_not_met: 'warn',
}
