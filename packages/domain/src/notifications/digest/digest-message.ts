import { eventSentence, sentenceText } from '@cairn/contract/display/event-sentence'
import type { AttentionReason } from '@cairn/contract/schemas/goal-values'
import { composeEmail } from '../../email/compose-email.ts'
import type { EmailBlock, EmailGoal, Tone } from '../../email/email-block.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../email/name-in-email.ts'
import { notificationSettingsOf, pageOf, unsubscribeUrlOf } from '../mail/app-addresses.ts'
import { dayInWords } from '../mail/dates.ts'
import { type Person, timeZoneOf } from '../person.ts'
import { dayAt } from '../schedule.ts'
import type { DigestGoal, DigestOrganization } from './read-organization.ts'

const maximumTitleLength = 200
const maximumSentenceLength = 300

/** The weekly digest of all organizations of a person that have something to say. */
export function digestMessage(
  to: string,
  person: Person,
  organizations: readonly DigestOrganization[],
  { webOrigin, hasOneOrganization }: { webOrigin: string; hasOneOrganization: boolean },
): EmailMessage {
  const goalCount = organizations.reduce((sum, { goals }) => sum + goals.length, 0)
  const unsubscribeUrl = unsubscribeUrlOf(webOrigin, person, 'weekly_digest')
  const link = `${webOrigin}/home`
  return composeEmail(
    { kind: 'weekly_digest', to, link, unsubscribeUrl },
    {
      subject:
        goalCount > 0 ? `Your week on Cairn: ${needing(goalCount)}` : 'Your week on Cairn: what changed',
      preview: previewOf(organizations),
      blocks: [
        ...organizations.flatMap((organization) =>
          blocksOf(organization, person, webOrigin, hasOneOrganization),
        ),
        { kind: 'button', text: 'Open Cairn', url: link },
      ],
      footer: [
        { text: 'You get this digest on Mondays, if there is something to say.' },
        { text: 'Notification settings', url: notificationSettingsOf(webOrigin) },
        { text: 'Unsubscribe from the digest', url: unsubscribeUrl },
      ],
    },
  )
}

function needing(count: number): string {
  return count === 1 ? '1 goal needs you' : `${count} goals need you`
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
): EmailBlock[] {
  const { goals, events, moreEvents, nameOf, name } = organization
  const suffix = hasOneOrganization ? '' : ` in ${nameInEmail(name)}`
  const sentences = events.map((event) =>
    textInEmail(sentenceText(eventSentence(event, { userId: person.userId, nameOf })), maximumSentenceLength),
  )
  return [
    ...(goals.length > 0
      ? [
          { kind: 'heading' as const, text: `What needs you${suffix}` },
          {
            kind: 'goals' as const,
            goals: goals.map((goal) => goalOf(goal, organization.id, person, webOrigin)),
          },
        ]
      : []),
    ...(sentences.length > 0
      ? [
          { kind: 'heading' as const, text: `What changed${suffix}` },
          { kind: 'list' as const, items: [...sentences, ...(moreEvents ? ['And more.'] : [])] },
        ]
      : []),
  ]
}

function goalOf(goal: DigestGoal, organizationId: string, person: Person, webOrigin: string): EmailGoal {
  return {
    title: textInEmail(goal.title, maximumTitleLength),
    url: pageOf(webOrigin, organizationId, `/goals/${goal.id}`),
    notes: goal.attention.map((reason) => ({ text: noteOf(reason, goal, person), tone: tones[reason] })),
  }
}

const tones: Record<AttentionReason, Tone> = {
  overdue: 'bad',
  report_late: 'bad',
  off_track: 'bad',
  at_risk: 'warn',
  due_soon: 'warn',
  criteria_not_met: 'warn',
}

function noteOf(reason: AttentionReason, { timeframe, nextReportDueAt }: DigestGoal, person: Person): string {
  const deadline = timeframe.kind === 'deadline' ? dayInWords(timeframe.targetDate) : ''
  switch (reason) {
    case 'overdue':
      return `Overdue since ${deadline}.`
    case 'report_late':
      return `A report was due on ${dayInWords(dayAt(Date.parse(nextReportDueAt ?? ''), timeZoneOf(person)))}.`
    case 'off_track':
      return 'Off track.'
    case 'at_risk':
      return 'At risk.'
    case 'due_soon':
      return `The deadline is ${deadline}.`
    case 'criteria_not_met':
      return 'A criterion was judged as not met.'
  }
}
