import type { Language } from '@cairn/contract/http/language'
import { expect, test } from 'vitest'
import { type EmailDelivery, type EmailMessage, noDelivery } from '../../../accounts/email/email-delivery.ts'
import { invitationMessage, issueInvitation } from './issue-invitation.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const secret = 'A'.repeat(43)
const webOrigin = 'https://cairn.example.com'
const sender = { displayName: 'Ada', organizationName: 'Acme' }
const invitation = {
  organizationId: '01081fb2-5fd9-4283-b5bd-de0f346697c9',
  invitationId: '9f0c2f0e-3c0f-4a57-8b1c-0f6d0a5f2b11',
  email: 'bob@example.com',
  role: 'member' as const,
  status: 'pending' as const,
  tokenHash: 'b'.repeat(64),
  invitedByUserId: 'email:ada',
  expiresAt: '2026-11-27T10:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
}
const acceptUrl = `${webOrigin}/invitations/${invitation.organizationId}_${invitation.invitationId}_${secret}`

function issue(delivery: EmailDelivery, language: Language = 'en') {
  return issueInvitation(
    { now, email: delivery, settings: { webOrigin, invitationLifetimeDays: 7, webhookTargets: 'public' } },
    invitation,
    secret,
    sender,
    language,
  )
}

test('the email contains the same link as the response', async () => {
  const sent: EmailMessage[] = []
  const issued = await issue({ enabled: true, deliver: async (message) => void sent.push(message) })
  expect(issued).toEqual({
    invitation: {
      id: invitation.invitationId,
      email: 'bob@example.com',
      role: 'member',
      status: 'pending',
      invitedByUserId: 'email:ada',
      expiresAt: invitation.expiresAt,
      createdAt: invitation.createdAt,
      emailBouncedAt: null,
    },
    acceptUrl,
    emailSent: true,
  })
  expect(sent).toMatchObject([{ kind: 'organization_invitation', to: 'bob@example.com', link: acceptUrl }])
})

test('returns the invitation without sending it if delivery is off', async () => {
  expect(await issue(noDelivery)).toMatchObject({ acceptUrl, emailSent: false })
})

test('returns the invitation if delivery fails', async () => {
  const refuse = async () => {
    throw new Error('mailbox full')
  }
  expect(await issue({ enabled: true, deliver: refuse })).toMatchObject({ acceptUrl, emailSent: false })
})

const bob = { email: 'bob@example.com' }

test('aborts a delivery that hangs', async () => {
  let received: AbortSignal | undefined
  const hang: EmailDelivery['deliver'] = (_, signal) => {
    received = signal
    return new Promise(() => undefined)
  }
  expect(await issue({ enabled: true, deliver: hang })).toMatchObject({ acceptUrl, emailSent: false })
  expect(received?.aborted).toBe(true)
})

test.each([
  ['Acme', 'Join Acme on Cairn'],
  ['Acme\r\nBcc: eve@example.com', 'Join Acme Bcc: eve@ example. com on Cairn'],
  ['Acme https://evil.test/x', 'Join Acme https: / / evil. test/ x on Cairn'],
  ['A\u0000\u2028B', 'Join A B on Cairn'],
  [undefined, 'Join an organization on Cairn'],
])('the subject for an organization named %j is one line without an address', (organizationName, subject) => {
  const message = invitationMessage(bob, acceptUrl, { displayName: 'Ada', organizationName }, 7)
  expect(message.subject).toBe(subject)
})

test('is in the language that is asked for', async () => {
  const subjects: string[] = []
  const deliver: EmailDelivery['deliver'] = async ({ subject }) => void subjects.push(subject)
  await issue({ enabled: true, deliver }, 'de')
  expect(subjects).toEqual([`Einladung auf Cairn: ${sender.organizationName}`])
})

test.each([
  [1, 'within 1 day.'],
  [7, 'within 7 days.'],
])('a lifetime of %d days reads "%s"', (days, words) => {
  expect(invitationMessage(bob, acceptUrl, sender, days).text).toContain(words)
})
