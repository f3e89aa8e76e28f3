import type { AuditAction } from '@cairn/contract/events/audit-actions'
import { catalog } from '../../language/catalog.ts'

type Facts = {
  /** The reader did it. */
  you: boolean
  /** It is about who did it. */
  isOwn: boolean
  /** It is about the reader. */
  isReader: boolean
  from: (field: string) => string
  to: (field: string) => string
  fields: readonly string[]
}

/** Returns a template: `{target}` and `{person}` are names. */
type Action = (facts: Facts) => string

const own = ({ you }: Facts) => (you ? 'your' : 'their')

/** `your`, or `Bob’s`. */
function whose(facts: Facts): string {
  if (facts.isOwn) return own(facts)
  return facts.isReader ? 'your' : '{person}’s'
}

const fieldWords: Record<string, string> = {
  displayName: 'name',
  timeZone: 'time zone',
  picture: 'picture',
  url: 'address',
  types: 'events',
}

/** `an admin`. */
const withArticle = (role: string) => `${role === 'member' ? 'a' : 'an'} ${role}`

/** `address, events and state`. */
function wordsOf(fields: readonly string[]): string {
  const words = fields.map((field) => fieldWords[field] ?? field)
  const last = words.pop() ?? 'settings'
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last
}

export const texts = catalog('settings/audit', {
  filters: {
    title: 'Filter the audit log',
    person: 'Person',
    anyone: 'Anyone',
    me: 'Me',
    what: 'What',
    everything: 'Everything',
    from: 'From',
    until: 'Until',
    clear: 'Clear filters',
  },
  title: 'Audit log',
  introOfMembers: (organization: string) => `Who changed access and settings in ${organization}, and when.`,
  onlyAdmins: 'Only the owner and admins can see the audit log.',
  intro: (organization: string) =>
    `Who changed access and settings in ${organization}, and when. Entries are kept for a year.`,
  loading: 'Loading the audit log',
  noMatch: 'No entries match',
  noMatchText: 'Nothing that these filters describe happened in the last year.',
  none: 'Nothing yet',
  noneText:
    'Sign-ins and changes of tokens, roles, members, invitations, webhooks and settings appear here from now on.',
  onlyPerson: 'Show only what this person did',
  you: 'You',
  objectYou: 'you',
  aDeletedAccount: 'A deleted account',
  deletedAccount: 'a deleted account',
  withoutName: 'without a name',
  nothing: 'nothing',
  kinds: {
    session: 'Signing in and out',
    account: 'Accounts',
    api_token: 'API tokens',
    grant: 'Connected programs',
    member: 'Roles and members',
    invitation: 'Invitations',
    webhook: 'Webhooks',
    goal: 'Goals',
    question: 'Questions',
    goal_template: 'Goal templates',
    organization: 'Organization',
  },
  /** Descriptions of actions, which follow the name of the author. */
  actions: {
    'session.signed_in': () => 'signed in',
    'session.signed_out': () => 'signed out',
    'session.ended': (facts) => `ended one of ${own(facts)} sessions`,
    'session.others_ended': () => 'signed out all other browsers',
    'account.password_changed': (facts) => `changed ${own(facts)} password`,
    'account.password_reset': (facts) => `reset ${own(facts)} password with a link from an email`,
    'account.email_changed': (facts) => `changed ${own(facts)} email address`,
    'account.profile_changed': (facts) => `changed ${own(facts)} ${wordsOf(facts.fields)}`,
    'account.deleted': (facts) => `deleted ${own(facts)} account`,
    'api_token.created': () => 'created the API token {target}',
    'api_token.rotated': (facts) => `gave ${whose(facts)} API token {target} a new secret`,
    'api_token.revoked': (facts) => `revoked ${whose(facts)} API token {target}`,
    'grant.created': () => 'connected the program {target}',
    'grant.revoked': () => 'disconnected the program {target}',
    'grant.refreshed_again': () => 'had the program {target} renew its access twice within 30 seconds',
    'member.role_changed': (facts) =>
      facts.isOwn
        ? `changed ${own(facts)} own role from ${facts.from('role')} to ${facts.to('role')}`
        : `changed the role of {person} from ${facts.from('role')} to ${facts.to('role')}`,
    'member.removed': () => 'removed {person} from the organization',
    'member.left': () => 'left the organization',
    'invitation.created': ({ to }) => `invited {target} as ${withArticle(to('role'))}`,
    'invitation.resent': () => 'sent {target} another invitation',
    'invitation.revoked': () => 'revoked the invitation of {target}',
    'invitation.accepted': ({ to }) => `joined as ${withArticle(to('role'))}, invited as {target}`,
    'webhook.created': () => 'created a webhook to {target}',
    'webhook.updated': ({ fields, to }) => {
      if (fields.length !== 1 || fields[0] !== 'state')
        return `changed ${wordsOf(fields)} of the webhook to {target}`
      return to('state') === 'paused' ? 'paused the webhook to {target}' : 'resumed the webhook to {target}'
    },
    'webhook.secret_rotated': () => 'replaced the secret of the webhook to {target}',
    'webhook.deleted': () => 'deleted the webhook to {target}',
    'goal.taken_back': () => 'ended the work of somebody else on {target}',
    'goal_template.created': () => 'created the goal template {target}',
    'goal_template.updated': () => 'changed the goal template {target}',
    'goal_template.deleted': () => 'deleted the goal template {target}',
    'question.answered': () => 'answered the question {target}',
    'organization.created': () => 'created the organization',
    'organization.updated': ({ fields, to }) => {
      if (!fields.includes('defaultVerification'))
        return 'renamed the organization from {oldName} to {newName}'
      const verified = to('defaultVerification') === 'none' ? 'need no second person' : 'need a second person'
      const changed = `decided that new goals ${verified}`
      return fields.includes('name') ? `renamed the organization to {newName}, and ${changed}` : changed
    },
    'organization.owner_changed': () => 'made {person} the owner of the organization',
  } satisfies Record<AuditAction, Action> as Record<AuditAction, Action>,
  details: {
    agent: 'agent',
    goals: (count: number) => (count === 1 ? 'only 1 goal' : `only ${count} goals`),
    until: (date: string) => `until ${date}`,
    stopped: 'The earlier secret stopped working at once.',
    overlap: (hours: number) =>
      `The earlier secret works for ${hours === 1 ? '1 more hour' : `${hours} more hours`}.`,
  },
  credentials: {
    password: (browser: string) => `${browser}, with the password`,
    link: (browser: string) => `${browser}, with a link from an email`,
    provider: 'The organization’s sign-in',
    program: 'the program’s own access',
    byProvider: (browser: string) => `${browser}, by the organization’s sign-in`,
  },
})
