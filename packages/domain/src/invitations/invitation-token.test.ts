import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashSecret, newSecret } from '../secrets.ts'
import { invitationTokenOf, isInvitationSecret, parseInvitationToken } from './invitation-token.ts'

const organizationId = '01081fb2-5fd9-4283-b5bd-de0f346697c9'
const invitationId = '9f0c2f0e-3c0f-4a57-8b1c-0f6d0a5f2b11'
const secret = 'Aa0_-'.repeat(8).concat('xyz')
const token = `${organizationId}_${invitationId}_${secret}`

test('a token holds the key of its invitation and the secret, in characters that the contract takes', () => {
  expect(invitationTokenOf({ organizationId, invitationId, secret })).toBe(token)
  expect(token).toMatch(/^[A-Za-z0-9_-]{1,200}$/)
})

test('whatever the ids and the secret, a token is taken apart into what it was made of', () => {
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
])('%j is no token of any invitation', (text) => {
  expect(parseInvitationToken(text)).toBeUndefined()
})

test('only the secret of the link that is alive is right', () => {
  const alive = newSecret()
  const invitation = { tokenHash: hashSecret(alive) }
  expect(isInvitationSecret(invitation, alive)).toBe(true)
  expect(isInvitationSecret(invitation, newSecret())).toBe(false)
  expect(isInvitationSecret(invitation, '')).toBe(false)
})
