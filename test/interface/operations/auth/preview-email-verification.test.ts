import { verifyPrincipalByAddress } from '@cairn/domain/accounts/auth/verification/verify-principal'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  bytesOf,
  cookieOf,
  logIn,
  mailedToken,
  password,
  preview,
  register,
  verify,
} from '../../../support/people/accounts.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const send = createSend(service)

/** Registers in a new browser; returns the token of the link and the browser's cookie. */
async function registerInBrowser(email: string, displayName = 'Ada', secret = password) {
  const response = await register(send, { email, displayName, password: secret })
  return { token: mailedToken(service, email), cookie: cookieOf(response) }
}

function principalOf(email: string) {
  return readRecord(service.table.database, principalEntity, { emailKey: keyOf(email) })
}

const verdict = (sameBrowser: boolean) => ({ status: 200, body: { sameBrowser } })

describe('the preview of a link', () => {
  it('200s with the account, and that this browser created it', async () => {
    const { token, cookie } = await registerInBrowser('ada@example.com', 'Ada Lovelace')
    const response = await preview(send, token, cookie)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      email: 'ada@example.com',
      displayName: 'Ada Lovelace',
      createdAt: clock.timestamp,
      sameBrowser: true,
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('does not use up the link, which still verifies once', async () => {
    const { token, cookie } = await registerInBrowser('grace@example.com')
    for (let time = 1; time <= 3; time++)
      expect(await preview(send, token, cookie)).toMatchObject(verdict(true))
    expect(await logIn(send, 'grace@example.com')).toMatchObject(refusal('invalid_credentials'))
    expect(await verify(send, token)).toMatchObject({ status: 200 })
    expect(await preview(send, token, cookie)).toMatchObject(refusal('invalid_or_expired_token'))
  })

  it('200s until a millisecond before 24 hours have passed, then 400s', async () => {
    const { token, cookie } = await registerInBrowser('joan@example.com')
    clock.advance({ days: 1, milliseconds: -1 })
    expect(await preview(send, token, cookie)).toMatchObject(verdict(true))
    clock.advance({ milliseconds: 1 })
    expect(await principalOf('joan@example.com')).not.toBeNull()
    expect(await preview(send, token, cookie)).toMatchObject(refusal('invalid_or_expired_token'))
  })

  it('400s with the same bytes whatever is wrong with the token', async () => {
    const { token, cookie } = await registerInBrowser('mary@example.com')
    const other = await registerInBrowser('dorothy@example.com')
    const used = await registerInBrowser('used@example.com')
    await verify(send, used.token)
    const [key = ''] = token.split('_')
    const responses = [await verify(send, used.token)]
    for (const wrong of [
      'x',
      `${token}x`,
      token.toUpperCase(),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${key}_${other.token.slice(-43)}`,
      `${keyOf('nobody@example.com')}_${token.slice(-43)}`,
      cookie.slice(-43),
      `${key}_${cookie.slice(-43)}`,
      used.token,
    ]) {
      responses.push(await preview(send, wrong, cookie))
    }
    for (const response of responses) expect(response).toMatchObject(refusal('invalid_or_expired_token'))
    expect(new Set(responses.map((response) => JSON.stringify(bytesOf(response)))).size).toBe(1)
    expect(await preview(send, token, cookie)).toMatchObject(verdict(true))
  })

  it.each(['', 7, null, {}])('400s %j, which is not a token', async (token) => {
    const response = await send('POST', '/v1/auth/verify-email/preview', { body: { token } })
    expect(response).toMatchObject(refusal('invalid_request', 'token'))
  })

  it('403s from another origin, and without one', async () => {
    const { token } = await registerInBrowser('lise@example.com')
    for (const origin of ['https://evil.test', 'null', undefined]) {
      const response = await send('POST', '/v1/auth/verify-email/preview', {
        body: { token },
        headers: { origin },
      })
      expect(response).toMatchObject(refusal('origin_not_allowed'))
    }
  })
})

describe('a browser that did not create the account', () => {
  let token: string
  let cookie: string
  let others: string

  beforeAll(async () => {
    ;({ token, cookie } = await registerInBrowser('emmy@example.com'))
    others = (await registerInBrowser('sofia@example.com')).cookie
  })

  it.each<[string, () => string | undefined]>([
    ['has no cookie', () => undefined],
    ['has the cookie of another registration', () => others],
    ['has a forged cookie', () => `registration=${'A'.repeat(43)}`],
    ['has an empty cookie', () => 'registration='],
    ['has the hash of the secret for a cookie', () => `registration=${keyOf(cookie.slice(-43))}`],
    ["has the link's own secret for a cookie", () => `registration=${token.slice(-43)}`],
    ['has two cookies, the right one first', () => `${cookie}; ${others}`],
    ['has two cookies, the right one last', () => `${others}; ${cookie}`],
    ['has the secret in a cookie of another name', () => cookie.replace('registration', 'session')],
    ['has the cookie of TLS on plain http', () => cookie.replace('registration', '__Host-registration')],
    ['has the cookie in upper case', () => cookie.replace('registration', 'REGISTRATION')],
  ])('that %s is told so, and its link still works', async (_, cookies) => {
    expect(await preview(send, token, cookies())).toMatchObject(verdict(false))
    expect(await preview(send, token, cookie)).toMatchObject(verdict(true))
  })

  it('may still verify, as clients without cookies do', async () => {
    expect(await verify(send, token)).toMatchObject({ status: 200 })
    expect(await logIn(send, 'emmy@example.com')).toMatchObject({ status: 200 })
  })
})

describe('an address that two people register', () => {
  const email = 'victim@example.com'

  it.each([
    ['the attacker comes first', ['Mallory', 'Vera']],
    ['the attacker comes last', ['Vera', 'Mallory']],
  ])('the newest link works, and only the browser that requested it is recognized: %s', async (_, names) => {
    const [first, last] = [
      await registerInBrowser(email, names[0], `${password} first`),
      await registerInBrowser(email, names[1], `${password} last`),
    ]
    expect(await preview(send, first.token, first.cookie)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await verify(send, first.token)).toMatchObject(refusal('invalid_or_expired_token'))
    const seen = await preview(send, last.token, first.cookie)
    expect(seen.body).toMatchObject({ sameBrowser: false, displayName: names[1] })
    expect(await preview(send, last.token, last.cookie)).toMatchObject(verdict(true))

    // The remedy: the owner of the mailbox registers again, which invalidates the other's link and password.
    const own = await registerInBrowser(email, 'Vera', `${password} own`)
    expect(await preview(send, last.token, last.cookie)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await verify(send, last.token)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await preview(send, own.token, own.cookie)).toMatchObject(verdict(true))
  })

  it('belongs to whoever confirmed it, with only that password', async () => {
    const own = await registerInBrowser(email, 'Vera', `${password} own`)
    expect(await verify(send, own.token)).toMatchObject({ status: 200 })
    for (const words of ['first', 'last']) {
      expect(await logIn(send, email, `${password} ${words}`)).toMatchObject(refusal('invalid_credentials'))
    }
    expect(await logIn(send, email, `${password} own`)).toMatchObject({ status: 200 })
  })
})

describe('the stored account', () => {
  it.each<[string, (email: string, token: string) => Promise<unknown>]>([
    ['link', (_, token) => verify(send, token)],
    ['command', (email) => verifyPrincipalByAddress(service.table.database, email, clock.read())],
  ])('keeps nothing of the browser once it is verified by %s', async (way, verifyBy) => {
    const email = `by-${way}@example.com`
    const { token } = await registerInBrowser(email)
    expect((await principalOf(email))?.browserSecretHash).toMatch(/^[0-9a-f]{64}$/)
    await verifyBy(email, token)
    const data = await principalOf(email)
    expect(data?.verifiedAt).toBe(clock.timestamp)
    expect(data).not.toHaveProperty('browserSecretHash')
  })

  it('that is already verified accepts no cookie of a later registration', async () => {
    const email = 'verified@example.com'
    const { token } = await registerInBrowser(email)
    await verify(send, token)
    const response = await register(send, { email, displayName: 'Mallory' })
    expect(await preview(send, token, cookieOf(response))).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await principalOf(email)).not.toHaveProperty('browserSecretHash')
  })
})
