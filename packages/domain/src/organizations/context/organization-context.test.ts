import { expect, test } from 'vitest'
import { newMembership } from '../session/user-organizations.ts'
import { toOrganizationContextResponse } from './organization-context.ts'

const user = { id: 'email:ada', displayName: 'Ada', email: 'ada@example.com' }
const memberships = [
  newMembership(user, 'first', 'owner', '2026-11-20T10:00:00.000Z'),
  newMembership(user, 'second', 'member', '2026-11-21T10:00:00.000Z'),
]

test('returns memberships with the names of their organizations, in their order', () => {
  const facts = new Map([
    ['second', { name: 'Acme', defaultVerification: 'other_person' as const }],
    ['first', { name: 'Ada' }],
    ['foreign', { name: 'Not hers' }],
  ])
  expect(toOrganizationContextResponse('second', { memberships, facts })).toEqual({
    activeOrganizationId: 'second',
    organizations: [
      { id: 'first', name: 'Ada', role: 'owner' },
      { id: 'second', name: 'Acme', role: 'member', defaultVerification: 'other_person' },
    ],
  })
})
