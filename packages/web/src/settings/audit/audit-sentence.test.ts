import { auditActions, auditKindOf } from '@cairn/contract/events/audit-actions'
import type { AuditChange, AuditEntry } from '@cairn/contract/schemas/audit'
import { describe, expect, it, test } from 'vitest'
import { auditDetails, auditSentence, credentialName } from './audit-sentence.ts'

const ann = { userId: 'email:ann', displayName: 'Ann' }
const bob = { userId: 'email:bob', displayName: 'Bob' }
const gone = { userId: 'email:gone', displayName: null }

function entryOf(
  action: AuditEntry['action'],
  { name = null, person = null, actor = ann, changes = [] }: Partial<Fields> = {},
): AuditEntry {
  const kind = auditKindOf(action)
  return {
    id: 'id',
    createdAt: '2026-11-20T10:00:00.000Z',
    kind,
    action,
    actor,
    credential: { kind: 'session', sessionId: null, userAgent: null },
    target: { kind, id: 'id', name, person },
    changes,
  }
}
type Fields = {
  name: string | null
  person: AuditEntry['actor'] | null
  actor: AuditEntry['actor']
  changes: AuditChange[]
}

const change = (field: string, from: string | null, to: string | null): AuditChange => ({ field, from, to })
const textOf = (entry: AuditEntry, readerId = 'email:reader') =>
  auditSentence(entry, readerId)
    .map(({ text }) => text)
    .join('')

test.each([
  ['session.signed_in', {}, 'signed in'],
  ['session.ended', {}, 'ended one of their sessions'],
  ['account.profile_changed', { changes: [change('displayName', null, null)] }, 'changed their name'],
  [
    'account.profile_changed',
    { changes: [change('displayName', null, null), change('timeZone', null, null)] },
    'changed their name and time zone',
  ],
  ['account.profile_changed', { changes: [change('picture', null, null)] }, 'changed their picture'],
  ['api_token.created', { name: 'CI', person: ann }, 'created the API token CI'],
  ['api_token.rotated', { name: 'CI', person: ann }, 'gave their API token CI a new secret'],
  ['api_token.revoked', { name: 'CI', person: bob }, 'revoked Bob’s API token CI'],
  ['api_token.revoked', { name: 'CI', person: gone }, 'revoked a deleted account’s API token CI'],
  [
    'member.role_changed',
    { person: bob, changes: [change('role', 'member', 'admin')] },
    'changed the role of Bob from member to admin',
  ],
  [
    'member.role_changed',
    { person: ann, changes: [change('role', 'admin', 'member')] },
    'changed their own role from admin to member',
  ],
  ['member.removed', { person: bob }, 'removed Bob from the organization'],
  [
    'invitation.created',
    { name: 'eve@example.com', changes: [change('role', null, 'admin')] },
    'invited eve@example.com as an admin',
  ],
  [
    'invitation.accepted',
    { name: 'ann@example.com', changes: [change('role', null, 'member')] },
    'joined as a member, invited as ann@example.com',
  ],
  [
    'webhook.updated',
    { name: 'example.com', changes: [change('state', 'active', 'paused')] },
    'paused the webhook to example.com',
  ],
  [
    'webhook.updated',
    { name: 'example.com', changes: [change('state', 'paused', 'active')] },
    'resumed the webhook to example.com',
  ],
  [
    'webhook.updated',
    {
      name: 'example.com',
      changes: [change('url', 'a', 'b'), change('types', null, 'x'), change('state', 'active', 'paused')],
    },
    'changed address, events and state of the webhook to example.com',
  ],
  [
    'organization.updated',
    { changes: [change('name', 'Old', 'New')] },
    'renamed the organization from Old to New',
  ],
  ['organization.owner_changed', { person: bob }, 'made Bob the owner of the organization'],
] as const)('%s with %j: Ann %s', (action, fields, words) => {
  expect(textOf(entryOf(action, fields as Partial<Fields>))).toBe(words)
})

describe('a sentence', () => {
  it('says you and your to whom it is about', () => {
    expect(textOf(entryOf('account.password_changed'), ann.userId)).toBe('changed your password')
    expect(textOf(entryOf('member.removed', { person: bob }), bob.userId)).toBe(
      'removed you from the organization',
    )
    expect(textOf(entryOf('api_token.revoked', { name: 'CI', person: bob }), bob.userId)).toBe(
      'revoked your API token CI',
    )
  })

  it('marks the names that people have chosen, so that they cannot turn the words around them', () => {
    const parts = auditSentence(entryOf('api_token.revoked', { name: '\u202e', person: bob }), 'reader')
    expect(parts.filter(({ kind }) => kind === 'name').map(({ text }) => text)).toEqual(['Bob', '\u202e'])
  })

  it('exists for every action, also if the entry lacks everything that it could have', () => {
    for (const action of auditActions) {
      expect(textOf({ ...entryOf(action), target: null })).toMatch(/^[a-z]/)
    }
  })
})

test('details tell what a token may do, and how long an earlier secret works', () => {
  const created = [
    change('scopes', null, 'goals:read'),
    change('expiresAt', null, '2026-12-20T12:00:00.000Z'),
  ]
  expect(auditDetails(entryOf('api_token.created', { changes: created }))).toMatch(
    /^goals:read · until .*2026/,
  )
  const agent = [change('kind', null, 'agent'), ...created, change('goalIds', null, 'a, b')]
  expect(auditDetails(entryOf('api_token.created', { changes: agent }))).toMatch(
    /^agent · goals:read · only 2 goals · until/,
  )
  const rotated = (hours: string) =>
    auditDetails(entryOf('api_token.rotated', { changes: [change('overlapHours', null, hours)] }))
  expect(rotated('0')).toBe('The earlier secret stopped working at once.')
  expect(rotated('1')).toBe('The earlier secret works for 1 more hour.')
  expect(rotated('24')).toBe('The earlier secret works for 24 more hours.')
  expect(auditDetails(entryOf('member.left'))).toBeUndefined()
})

test('a credential is the browser, and what was used to sign in', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const nameOf = (kind: AuditEntry['credential']['kind']) =>
    credentialName({ kind, sessionId: null, userAgent })
  expect(nameOf('session')).toBe('Firefox on Linux')
  expect(nameOf('password')).toBe('Firefox on Linux, with the password')
  expect(nameOf('email_link')).toBe('Firefox on Linux, with a link from an email')
  expect(nameOf('identity_provider')).toBe('Firefox on Linux, by the organization’s sign-in')
})
