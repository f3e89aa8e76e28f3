import { describe, expect, test } from 'vitest'
import { asksForSession, type Invitation, invitationStep } from './invitation-step.ts'

const token = 'acme_7_secret'
const invitation: Invitation = {
  organization: { id: 'acme', name: 'Acme' },
  inviter: { displayName: 'Ann' },
  email: 'Ben@example.com',
  role: 'member',
} as Invitation
const own = { id: 'own', name: 'Ben', role: 'owner' as const }
const acme = { id: 'acme', name: 'Acme', role: 'member' as const }
const ben = {
  user: { id: 'email:ben', displayName: 'Ben', email: 'ben@example.com' },
  activeOrganizationId: 'own',
  organizations: [own],
}
const fay = { ...ben, user: { id: 'email:fay', displayName: 'Fay', email: 'fay@example.com' } }
const member = { ...ben, organizations: [own, acme] }

describe('with passwords', () => {
  const stepOf = (known: Partial<Parameters<typeof invitationStep>[0]>) =>
    invitationStep({ token, method: 'email', invitation, session: null, ...known })

  test('the session is asked for', () => {
    expect(asksForSession({ method: 'email', invitation: undefined })).toBe(true)
    expect(stepOf({ session: undefined })).toEqual({ kind: 'loading' })
  })

  test('nothing is shown before the invitation is read', () => {
    expect(stepOf({ invitation: undefined, session: member })).toEqual({ kind: 'loading' })
  })

  test('people sign in first', () => {
    expect(stepOf({})).toEqual({ kind: 'sign-in', invitation })
  })

  test('the invited person accepts, however the address is written', () => {
    expect(stepOf({ session: ben })).toEqual({ kind: 'accept', invitation, session: ben })
  })

  test('somebody else is offered another account', () => {
    expect(stepOf({ session: fay })).toEqual({ kind: 'mismatch', invitation, session: fay })
  })

  test('a used link leads a member to the organization, and is dead for others', () => {
    expect(stepOf({ invitation: null, session: member })).toEqual({ kind: 'open', organization: acme })
    expect(stepOf({ invitation: null, session: fay })).toEqual({ kind: 'dead' })
    expect(stepOf({ invitation: null })).toEqual({ kind: 'dead' })
  })
})

describe('with a provider that signs in elsewhere', () => {
  const stepOf = (known: Partial<Parameters<typeof invitationStep>[0]>) =>
    invitationStep({ token, method: 'redirect', invitation, session: undefined, ...known })

  test('nobody asks for the session before accepting', () => {
    expect(asksForSession({ method: 'redirect', invitation })).toBe(false)
    expect(asksForSession({ method: 'redirect', invitation: undefined })).toBe(false)
    expect(asksForSession({ method: undefined, invitation: undefined })).toBe(false)
    expect(stepOf({})).toEqual({ kind: 'accept', invitation })
  })

  test('a used link asks for the session, leads a member to the organization, and is dead for others', () => {
    expect(asksForSession({ method: 'redirect', invitation: null })).toBe(true)
    expect(stepOf({ invitation: null })).toEqual({ kind: 'loading' })
    expect(stepOf({ invitation: null, session: member })).toEqual({ kind: 'open', organization: acme })
    expect(stepOf({ invitation: null, session: fay })).toEqual({ kind: 'dead' })
    expect(stepOf({ invitation: null, session: null })).toEqual({ kind: 'dead' })
  })
})

test('nothing is shown before it is known how people sign in', () => {
  expect(invitationStep({ token, method: undefined, invitation, session: undefined })).toEqual({
    kind: 'loading',
  })
})
