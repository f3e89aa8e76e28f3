/**
 * Rate limits over HTTP. The service's clock stands still unless a test advances it; client addresses come from the
 * header that `CLIENT_ADDRESS_HEADER` names, as behind an edge.
 */
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import type { Finding } from '@cairn/domain/check-integrity/finding'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bytesOf,
  logIn,
  mailedToken,
  password,
  preview,
  register,
  verify,
} from '../../support/people/accounts.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, refusal, type Send } from '../../support/requests/exchange.ts'
import { createWireTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const limits =
  'login.account=3,login.address=8,register.account=2,register.address=4,verifyEmail.account=2,verifyEmail.address=4,acceptInvitation.account=3,acceptInvitation.address=5,issueInvitation.account=3,issueInvitation.address=5,createOrganization.account=3,createOrganization.address=4,resendEmailVerification.account=2,forgotPassword.account=2,resetPassword.account=2,confirmPassword.account=2,changeEmail.account=2'
const environment = { RATE_LIMITS: limits, CLIENT_ADDRESS_HEADER: 'x-client-address' }

let now = new Date('2026-11-20T10:02:30.000Z')
const clock = () => now

const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, clock, environment }))
/** Another instance on the same table. */
const neighbour = stopAfterFile(
  await startTestService({
    table,
    clock,
    environment: { ...environment, WEB_ORIGIN: service.origin },
  }),
)

afterAll(async () => {
  const findings: Finding[] = []
  for await (const finding of checkTable(table.database, { now })) findings.push(finding)
  expect(findings).toEqual([])
})

/** Starts new windows for each test. */
beforeEach(() => {
  now = new Date(now.getTime() + 60 * 60 * 1000)
})

/** Sends requests from a client address. */
function from(address: string, instance = service): Send {
  const send = createSend(instance, { webOrigin: service.origin })
  return (method, path, exchange = {}) =>
    send(method, path, { ...exchange, headers: { 'x-client-address': address, ...exchange.headers } })
}

async function statuses(count: number, attempt: (index: number) => Promise<{ status: number }>) {
  const responses: number[] = []
  for (let index = 0; index < count; index++) responses.push((await attempt(index)).status)
  return responses
}

let people = 0
async function verifiedAccount(): Promise<string> {
  const email = `person-${++people}@example.com`
  const send = from(`198.51.100.${people}`)
  await register(send, { email, displayName: 'Ada' })
  await verify(send, mailedToken(service, email))
  return email
}

describe('signing in', () => {
  it('429s guesses on an account from one address after the limit, and returns the rest of the window', async () => {
    const email = await verifiedAccount()
    const send = from('192.0.2.1')
    expect(await statuses(4, () => logIn(send, email, 'wrong horse battery'))).toEqual([401, 401, 401, 429])
    const response = await logIn(send, email)
    expect(response).toMatchObject(refusal('too_many_requests'))
    // 10:02:30 in windows of 15 minutes.
    expect(response.headers.get('retry-after')).toBe(String(12 * 60 + 30))
  })

  it('200s the same account from another address meanwhile: nobody can lock a person out', async () => {
    const email = await verifiedAccount()
    for (const address of ['192.0.2.2', '192.0.2.3']) {
      await statuses(5, () => logIn(from(address), email, 'wrong horse battery'))
    }
    expect((await logIn(from('192.0.2.4'), email)).status).toBe(200)
  })

  it('200s another account from the same address until the address reaches its limit for all accounts', async () => {
    const email = await verifiedAccount()
    const send = from('192.0.2.5')
    const guess = (index: number) => logIn(send, `nobody-${index % 3}@example.com`, 'wrong horse battery')
    expect(new Set(await statuses(7, guess))).toEqual(new Set([401]))
    expect((await logIn(send, email)).status).toBe(200)
    await statuses(1, guess)
    expect((await logIn(send, email)).status).toBe(429)
  })

  it('200s any number of successful sign-ins', async () => {
    const email = await verifiedAccount()
    const send = from('192.0.2.6')
    expect(new Set(await statuses(12, () => logIn(send, email)))).toEqual(new Set([200]))
  })

  it('returns the same response for unknown, wrong and unverified accounts, also at the limit', async () => {
    const known = await verifiedAccount()
    await register(from('198.51.100.250'), { email: 'unverified@example.com', displayName: 'Eve' })
    const accounts = [known, 'unverified@example.com', 'unknown@example.com']
    const responses = await Promise.all(
      accounts.map(async (email, index) => {
        const send = from(`192.0.2.${70 + index}`)
        const refusals = []
        for (let guess = 0; guess < 4; guess++) {
          const secret = email === known ? 'wrong horse battery' : password
          refusals.push(bytesOf(await logIn(send, email, secret)))
        }
        return refusals
      }),
    )
    expect(responses[1]).toEqual(responses[0])
    expect(responses[2]).toEqual(responses[0])
  })

  it('checks no more than the limit of a hundred concurrent guesses on two instances', async () => {
    const email = await verifiedAccount()
    const sends = [from('192.0.2.8'), from('192.0.2.8', neighbour)]
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        logIn(sends[index % 2] as Send, email, 'wrong horse battery'),
      ),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(97)
  })

  it('starts over with the next window', async () => {
    const email = await verifiedAccount()
    const send = from('192.0.2.9')
    await statuses(4, () => logIn(send, email, 'wrong horse battery'))
    now = new Date(now.getTime() + (12 * 60 + 29) * 1000)
    expect((await logIn(send, email)).headers.get('retry-after')).toBe('1')
    now = new Date(now.getTime() + 1000)
    expect((await logIn(send, email)).status).toBe(200)
  })

  it('counts all addresses of one IPv6 network as one', async () => {
    const email = await verifiedAccount()
    const guess = (index: number) => logIn(from(`2001:db8:0:1::${index + 1}`), email, 'wrong horse battery')
    expect(await statuses(4, guess)).toEqual([401, 401, 401, 429])
    expect((await logIn(from('2001:db8:0:2::1'), email)).status).toBe(200)
  })

  it('ignores addresses that a client can write itself', async () => {
    const email = await verifiedAccount()
    const guess = (index: number) =>
      from('192.0.2.10')('POST', '/v1/auth/login', {
        body: { email, password: 'wrong horse battery' },
        headers: {
          'x-forwarded-for': `203.0.113.${index}`,
          forwarded: `for=203.0.113.${index}`,
          'x-real-ip': `203.0.113.${index}`,
          'cloudfront-viewer-address': `203.0.113.${index}:443`,
          'true-client-ip': `203.0.113.${index}`,
        },
      })
    expect(await statuses(4, guess)).toEqual([401, 401, 401, 429])
  })

  it('uses the address of the connection if the header has none', async () => {
    const email = await verifiedAccount()
    const guess = (index: number) => logIn(from(`not an address ${index}`), email, 'wrong horse battery')
    expect(await statuses(4, guess)).toEqual([401, 401, 401, 429])
  })
})

describe('registering', () => {
  it('429s an email address after the limit, from one client, and sends no email', async () => {
    const send = from('192.0.2.20')
    const attempt = () => register(send, { email: 'flooded@example.com', displayName: 'Ada' })
    expect(await statuses(3, attempt)).toEqual([202, 202, 429])
    expect(emailsIn(service.lines, 'flooded@example.com')).toHaveLength(2)
    const elsewhere = await register(from('192.0.2.21'), { email: 'flooded@example.com', displayName: 'Ada' })
    expect(elsewhere.status).toBe(202)
  })

  it('429s a client after its limit for all email addresses', async () => {
    const send = from('192.0.2.22')
    const attempt = (index: number) =>
      register(send, { email: `many-${index}@example.com`, displayName: 'Ada' })
    const responses = await statuses(5, attempt)
    expect(responses).toEqual([202, 202, 202, 202, 429])
  })

  it('400s a wrong body without counting it', async () => {
    const send = from('192.0.2.23')
    const attempt = () => register(send, { email: 'no address', displayName: 'Ada' })
    expect(new Set(await statuses(6, attempt))).toEqual(new Set([400]))
    expect((await register(send, { email: 'first@example.com', displayName: 'Ada' })).status).toBe(202)
  })
})

it('verification 429s after the limit of an account, and 200s from another client or later', async () => {
  await register(from('192.0.2.30'), { email: 'verify@example.com', displayName: 'Ada' })
  const token = mailedToken(service, 'verify@example.com')
  const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  const send = from('192.0.2.30')
  expect(await statuses(3, () => verify(send, wrong))).toEqual([400, 400, 429])
  expect((await verify(send, token)).status).toBe(429)
  expect((await verify(from('192.0.2.31'), token)).status).toBe(200)
})

it('previewing a link counts toward the same limit and 429s', async () => {
  const send = from('192.0.2.32')
  await register(send, { email: 'preview@example.com', displayName: 'Ada' })
  const token = mailedToken(service, 'preview@example.com')
  expect(await statuses(3, () => preview(send, token))).toEqual([200, 200, 429])
  expect((await verify(send, token)).status).toBe(429)
  expect((await preview(from('192.0.2.33'), token)).status).toBe(200)
  expect((await verify(from('192.0.2.33'), token)).status).toBe(200)
})

describe('invitations', () => {
  const invite = (send: Send, email: string) =>
    send('POST', '/v1/organizations/current/invitations', { body: { email, role: 'member' } })

  it('429 a person who issues too many, new and resent ones together, and nobody else', async () => {
    const owner = await signInFrom('issuer@example.com')
    const issued = await invite(owner, 'a@example.com')
    const { invitation } = issued.body as { invitation: { id: string } }
    const resend = () => owner('POST', `/v1/organizations/current/invitations/${invitation.id}/resend`)
    expect((await resend()).status).toBe(200)
    expect((await invite(owner, 'b@example.com')).status).toBe(201)
    const emails = emailsIn(service.lines).length
    expect(await invite(owner, 'c@example.com')).toMatchObject(refusal('too_many_requests'))
    expect(await resend()).toMatchObject(refusal('too_many_requests'))
    expect(emailsIn(service.lines)).toHaveLength(emails)
    const listed = await owner('GET', '/v1/organizations/current/invitations')
    expect((listed.body as { invitations: unknown[] }).invitations).toHaveLength(2)
    const other = await signInFrom('other-issuer@example.com')
    expect((await invite(other, 'a@example.com')).status).toBe(201)
  })

  it('429 a person who tries too many links, until the next window', async () => {
    const owner = await signInFrom('inviter@example.com')
    const guest = await signInFrom('guest@example.com')
    const issued = await invite(owner, 'guest@example.com')
    const token = (issued.body as { acceptUrl: string }).acceptUrl.split('/').at(-1) ?? ''
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const accept = (text: string) =>
      guest('POST', '/v1/organizations/invitations/accept', { body: { token: text } })
    expect(await statuses(4, () => accept(wrong))).toEqual([404, 404, 404, 429])
    expect(await accept(token)).toMatchObject(refusal('too_many_requests'))
    now = new Date(now.getTime() + 15 * 60 * 1000)
    expect((await accept(token)).status).toBe(200)
  })
})

describe('organizations', () => {
  const create = (send: Send) => send('POST', '/v1/organizations', { body: { name: 'One more' } })
  const organizationsOf = async (send: Send) =>
    ((await send('GET', '/v1/organizations')).body as { organizations: unknown[] }).organizations

  it('429 a person who creates too many, until the next window', async () => {
    const founder = await signInFrom('founder@example.com')
    expect(await statuses(4, () => create(founder))).toEqual([201, 201, 201, 429])
    expect(await create(founder)).toMatchObject(refusal('too_many_requests'))
    expect(await organizationsOf(founder)).toHaveLength(4)
    expect((await create(await signInFrom('other-founder@example.com'))).status).toBe(201)
    now = new Date(now.getTime() + 60 * 60 * 1000)
    expect((await create(founder)).status).toBe(201)
  })

  it('429 a client after its limit for all people', async () => {
    const address = '192.0.2.40'
    for (const [index, expected] of [201, 201, 201, 201, 429].entries()) {
      expect((await create(await signInFrom(`office-${index}@example.com`, address))).status).toBe(expected)
    }
  })
})

/** Signs a browser in. It sends from the given client address, or from one of its own. */
async function signInFrom(email: string, ownAddress?: string): Promise<Send> {
  const address = `203.0.113.${++people}`
  const send = from(address)
  await register(send, { email, displayName: 'Ada' })
  await verify(send, mailedToken(service, email))
  const response = await logIn(send, email)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const signedIn = from(ownAddress ?? address)
  return (method, path, exchange = {}) => signedIn(method, path, { ...exchange, headers: { cookie } })
}

it('RATE_LIMITS=off limits nothing', async () => {
  const free = await startTestService({ environment: { RATE_LIMITS: 'off' } })
  try {
    const { email } = await signIn(free, { email: 'load@example.com', displayName: 'Load' })
    const send = createSend(free)
    const guesses = await statuses(120, () => logIn(send, email, 'wrong horse battery'))
    expect(new Set(guesses)).toEqual(new Set([401]))
  } finally {
    await free.stop()
  }
})

describe('links about an account', () => {
  const post = (send: Send, path: string, body: object) => send('POST', `/v1/auth/${path}`, { body })

  it.each(['password/forgot', 'verify-email/resend'])(
    '%s 429s an address after the limit, from one client, and sends no email',
    async (path) => {
      const email = `flooded-by-${path.replace('/', '-')}@example.com`
      const attempt = () => post(from('192.0.2.60'), path, { email })
      expect(await statuses(3, attempt)).toEqual([200, 200, 429])
      expect(emailsIn(service.lines, email)).toHaveLength(2)
      expect((await post(from('192.0.2.61'), path, { email })).status).toBe(200)
    },
  )

  it('changing the address 429s after the limit of an account, from any client, and sends no email', async () => {
    const { cookie } = await signIn(service, { email: 'mover@example.com', displayName: 'Ada' })
    const attempt = (address: string) =>
      from(address)('POST', '/v1/auth/email/change', {
        body: { email: 'flooded-by-change@example.com', password },
        headers: { cookie },
      })
    expect(await statuses(3, (index) => attempt(`192.0.2.${80 + index}`))).toEqual([202, 202, 429])
    expect((await attempt('192.0.2.90')).headers.get('retry-after')).toMatch(/^\d+$/)
    expect(emailsIn(service.lines, 'flooded-by-change@example.com')).toHaveLength(2)
  })

  it('resetting a password 429s after the limit of an account', async () => {
    const token = `${'0'.repeat(64)}_${'A'.repeat(43)}`
    const attempt = () => post(from('192.0.2.62'), 'password/reset', { token, password })
    expect(await statuses(3, attempt)).toEqual([400, 400, 429])
  })

  it('a current password 429s after the limit of the account, and a right one does not count', async () => {
    const { cookie } = await signIn(service, { email: 'confirm@example.com', displayName: 'Ada' })
    const attempt = (currentPassword: string) => () =>
      from('192.0.2.63')('POST', '/v1/auth/password/change', {
        body: { currentPassword, newPassword: password },
        headers: { cookie },
      })
    expect(await statuses(3, attempt(password))).toEqual([204, 204, 204])
    expect(await statuses(3, attempt('wrong'))).toEqual([401, 401, 429])
    expect((await attempt(password)()).status).toBe(429)
  })
})
