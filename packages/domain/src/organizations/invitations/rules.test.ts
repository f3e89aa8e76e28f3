import { expect, test } from 'vitest'
import { invitationNotFound, invitationStatusAt, invitedAddressOf } from './rules.ts'

const now = new Date('2026-11-20T10:00:00.000Z')

test.each([
  ['pending', '2026-11-20T10:00:00.001Z', 'pending'],
  ['pending', '2026-11-20T10:00:00.000Z', 'expired'],
  ['pending', '2026-11-19T10:00:00.000Z', 'expired'],
  ['accepted', '2026-11-19T10:00:00.000Z', 'accepted'],
  ['revoked', '2026-11-19T10:00:00.000Z', 'revoked'],
] as const)('an invitation stored as %s that expires at %s is %s', (status, expiresAt, expected) => {
  expect(invitationStatusAt(now, { status, expiresAt })).toBe(expected)
})

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['Ada.L@Example.COM', 'ada.l@example.com'],
  // Full case folding would turn it into the ASCII k: another mailbox.
  ['\u212Aim@example.com', '\u212Aim@example.com'],
  ['\u0130da@example.com', '\u0130da@example.com'],
])('the invited address of %j is %j', (email, address) => {
  expect(invitedAddressOf(email)).toBe(address)
})

test('an invitation that cannot be used is not found, whatever the reason', () => {
  expect(invitationNotFound()).toMatchObject({
    code: 'invitation_not_found',
    message: 'This invitation is invalid or has expired. Ask for a new one.',
  })
})
