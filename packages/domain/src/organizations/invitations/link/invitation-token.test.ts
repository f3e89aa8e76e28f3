import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashSecret, newSecret } from '../../../requests/secrets.ts'
import { invitationTokenOf, isInvitationSecret, parseInvitationToken } from './invitation-token.ts'

const organizationId = '01081fb2-5fd9-4283-b5bd-de0f346697c9'
const invitationId = '9f0c2f0e-3c0f-4a57-8b1c-0f6d0a5f2b11'
const secret = 'Aa0_-'.repeat(8).concat('xyz')
const token = `${organizationId}_${invitationId}_${secret}`

test('a token contains the key of its invitation and the secret, in characters that the contract accepts', () => {
  expect(invitationTokenOf({ organizationId, invitationId, secret })).toBe(token)
  expect(token).toMatch(/^[A-Za-z0-9_-]{1,200}$/)
})

test('parses every token into its ids and its secret', () => {
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), secrets, (organization, invitation, bytes) => {
      const claim = {
        organizationId: organization,
        invitationId: invitation,
        secret: Buffer.from(bytes).toString('base64url'),
      }
      expect(parseInvitationToken(invitationTokenOf(claim))).toEqual(claim)
    }),
  )
})

test.each([
  '',
  'x',
  secret,
  `${organizationId}_${secret}`,
  `${organizationId}_${invitationId}`,
  `${token}A`,
  token.slice(0, -1),
  `${token}\n`,
  token.replace('_', '-'),
  token.toUpperCase(),
  `${organizationId}__${secret}`,
])('%j is not an invitation token', (text) => {
  expect(parseInvitationToken(text)).toBeUndefined()
})

test('accepts only the secret of the valid link', () => {
  const valid = newSecret()
  const invitation = { tokenHash: hashSecret(valid) }
  expect(isInvitationSecret(invitation, valid)).toBe(true)
  expect(isInvitationSecret(invitation, newSecret())).toBe(false)
  expect(isInvitationSecret(invitation, '')).toBe(false)
})
