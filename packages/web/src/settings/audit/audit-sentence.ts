import type { AuditAction, AuditKind } from '@cairn/contract/events/audit-actions'
import type { AuditEntry, AuditPerson } from '@cairn/contract/schemas/audit'
import { formatDate } from '../../time/format.ts'
import { browserName } from '../security/browser-name.ts'

/** `name`: text that somebody has chosen, such as the name of a person or a token. */
export type AuditPart = { kind: 'text' | 'name'; text: string }

export const kindNames: Record<AuditKind, string> = {
  session: 'Signing in and out',
  account: 'Accounts',
  api_token: 'API tokens',
  grant: 'Connected programs',
  member: 'Roles and members',
  invitation: 'Invitations',
  webhook: 'Webhooks',
  organization: 'Organization',
}

const name = (text: string): AuditPart => ({ kind: 'name', text })

/** A template with parts that names fill: `says`changed the role of ${name('Bob')}``. */
function says(words: TemplateStringsArray, ...names: (AuditPart | string)[]): AuditPart[] {
  return words
    .flatMap((text, index): AuditPart[] => {
      const next = names[index]
      const filled = typeof next === 'string' ? { kind: 'text' as const, text: next } : next
      return [{ kind: 'text', text }, ...(filled ? [filled] : [])]
    })
    .filter(({ text }) => text !== '')
}

type Facts = {
  target: AuditPart
  /** Whose it is, or who it is: `you`, or a name. */
  person: AuditPart
  /** `your` or `their`. */
  own: string
  isOwn: boolean
  to: (field: string) => string
  from: (field: string) => string
  fields: readonly string[]
}

/** What an action did, after the name of who did it. */
const sentences: Record<AuditAction, (facts: Facts) => AuditPart[]> = {
  'session.signed_in': () => says`signed in`,
  'session.signed_out': () => says`signed out`,
  'session.ended': ({ own }) => says`ended one of ${own} sessions`,
  'session.others_ended': () => says`signed out all other browsers`,
  'account.password_changed': ({ own }) => says`changed ${own} password`,
  'account.password_reset': ({ own }) => says`reset ${own} password with a link from an email`,
  'account.email_changed': ({ own }) => says`changed ${own} email address`,
  'account.profile_changed': ({ own, fields }) => says`changed ${own} ${wordsOf(fields)}`,
  'account.deleted': ({ own }) => says`deleted ${own} account`,
  'api_token.created': ({ target }) => says`created the API token ${target}`,
  'api_token.rotated': (facts) => token('gave', facts, ' a new secret'),
  'api_token.revoked': (facts) => token('revoked', facts),
  'grant.created': ({ target }) => says`connected the program ${target}`,
  'grant.revoked': ({ target }) => says`disconnected the program ${target}`,
  'member.role_changed': ({ isOwn, own, person, from, to }) =>
    isOwn
      ? says`changed ${own} own role from ${from('role')} to ${to('role')}`
      : says`changed the role of ${person} from ${from('role')} to ${to('role')}`,
  'member.removed': ({ person }) => says`removed ${person} from the organization`,
  'member.left': () => says`left the organization`,
  'invitation.created': ({ target, to }) => says`invited ${target} as ${to('role')}`,
  'invitation.resent': ({ target }) => says`sent ${target} another invitation`,
  'invitation.revoked': ({ target }) => says`revoked the invitation of ${target}`,
  'invitation.accepted': ({ target, to }) => says`joined as ${to('role')}, invited as ${target}`,
  'webhook.created': ({ target }) => says`created a webhook to ${target}`,
  'webhook.updated': ({ target, to, fields }) =>
    fields.length === 1 && fields[0] === 'state'
      ? says`${to('state') === 'paused' ? 'paused' : 'resumed'} the webhook to ${target}`
      : says`changed ${wordsOf(fields)} of the webhook to ${target}`,
  'webhook.secret_rotated': ({ target }) => says`replaced the secret of the webhook to ${target}`,
  'webhook.deleted': ({ target }) => says`deleted the webhook to ${target}`,
  'organization.created': () => says`created the organization`,
  'organization.updated': ({ from, to }) =>
    says`renamed the organization from ${name(from('name'))} to ${name(to('name'))}`,
  'organization.owner_changed': ({ person }) => says`made ${person} the owner of the organization`,
}

/** `your API token `, `Bob’s API token `. */
function token(verb: string, { isOwn, own, person, target }: Facts, after = ''): AuditPart[] {
  const whose = isOwn ? own : person.kind === 'text' && 'your'
  return whose
    ? says`${verb} ${whose} API token ${target}${after}`
    : says`${verb} ${person}’s API token ${target}${after}`
}

const fieldWords: Record<string, string> = {
  displayName: 'name',
  timeZone: 'time zone',
  url: 'address',
  types: 'events',
}

/** `address, events and state`. */
function wordsOf(fields: readonly string[]): string {
  const words = fields.map((field) => fieldWords[field] ?? field)
  const last = words.pop() ?? 'settings'
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last
}

function nameOfPerson({ displayName }: AuditPerson): string {
  return displayName ?? 'a deleted account'
}

/** What somebody did, in the words after the name: `changed the role of Bob from member to admin`. */
export function auditSentence(entry: AuditEntry, readerId: string): AuditPart[] {
  const { action, actor, target, changes } = entry
  const person = target?.person ?? actor
  const valueIn = (field: string, end: 'from' | 'to') =>
    changes.find((change) => change.field === field)?.[end] ?? 'nothing'
  return sentences[action]({
    target: name(target?.name ?? 'without a name'),
    person: person.userId === readerId ? { kind: 'text', text: 'you' } : name(nameOfPerson(person)),
    own: actor.userId === readerId ? 'your' : 'their',
    isOwn: person.userId === actor.userId,
    from: (field) => valueIn(field, 'from'),
    to: (field) => valueIn(field, 'to'),
    fields: changes.map(({ field }) => field),
  })
}

/** What else an administrator wants to know about a token: whose kind, what it may do, with which goals, until when. Undefined for other entries. */
export function auditDetails({ action, changes }: AuditEntry): string | undefined {
  const to = (field: string) => changes.find((change) => change.field === field)?.to ?? undefined
  if (action === 'api_token.created') {
    const expiresAt = to('expiresAt')
    const goals = to('goalIds')?.split(', ').length
    return [
      to('kind') === 'agent' && 'agent',
      to('scopes'),
      goals && (goals === 1 ? 'only 1 goal' : `only ${goals} goals`),
      expiresAt && `until ${formatDate(expiresAt)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  }
  if (action !== 'api_token.rotated') return undefined
  const hours = to('overlapHours')
  if (hours === '0') return 'The earlier secret stopped working at once.'
  return `The earlier secret works for ${hours === '1' ? '1 more hour' : `${hours} more hours`}.`
}

/** Which credential it was: `Firefox on Linux`. */
export function credentialName({ kind, userAgent }: AuditEntry['credential']): string {
  const browser = browserName(userAgent)
  switch (kind) {
    case 'session':
      return browser
    case 'password':
      return `${browser}, with the password`
    case 'email_link':
      return `${browser}, with a link from an email`
    case 'identity_provider':
      // The provider itself may have ended a session.
      return userAgent === null ? 'The organization’s sign-in' : `${browser}, by the organization’s sign-in`
  }
}
