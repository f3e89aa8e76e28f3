import { beforeAll, describe, expect, it } from 'vitest'
import { logIn, mailedToken, register, verify } from '../../../support/people/accounts.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { recordsWith } from '../../../support/table/records.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const send = createSend(service)

/** Registers the address and returns the token of its link. */
async function registerForToken(email: string): Promise<string> {
  await register(send, { email, displayName: 'Ada' })
  return mailedToken(service, email)
}

describe('verification', () => {
  it('200s once, sends the browser to sign in, and does not sign it in', async () => {
    const token = await registerForToken('ada@example.com')
    const response = await verify(send, token)
    expect(response).toMatchObject({
      status: 200,
      body: { redirectTo: `${service.origin}/sign-in?verified=1` },
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await verify(send, token)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await logIn(send, 'ada@example.com')).toMatchObject({ status: 200 })
  })

  it('200s one of many at once', async () => {
    const token = await registerForToken('grace@example.com')
    const responses = await Promise.all(Array.from({ length: 12 }, () => verify(send, token)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(400)])
  })

  it('200s until a millisecond before 24 hours have passed', async () => {
    const token = await registerForToken('joan@example.com')
    clock.advance({ days: 1, milliseconds: -1 })
    expect(await verify(send, token)).toMatchObject({ status: 200 })
  })

  it('400s after 24 hours, although the record is still there', async () => {
    const token = await registerForToken('mary@example.com')
    clock.advance({ days: 1 })
    expect(await recordsWith(service.table, 'mary@example.com')).not.toEqual([])
    expect(await verify(send, token)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await logIn(send, 'mary@example.com')).toMatchObject(refusal('invalid_credentials'))
  })

  it('200s the link of a new registration after the old one expired', async () => {
    const expired = mailedToken(service, 'mary@example.com')
    const token = await registerForToken('mary@example.com')
    expect(token).not.toBe(expired)
    expect(await verify(send, expired)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await verify(send, token)).toMatchObject({ status: 200 })
  })
})

describe('an invalid token', () => {
  let token: string
  let otherToken: string

  beforeAll(async () => {
    token = await registerForToken('katherine@example.com')
    otherToken = await registerForToken('dorothy@example.com')
  })

  it('400s with the same bytes, whatever is wrong with it', async () => {
    const [key = ''] = token.split('_')
    const [, otherSecret = ''] = otherToken.split('_')
    const bad = [
      'x',
      ' ',
      '\u0000',
      'é'.repeat(43),
      'A'.repeat(43),
      'x'.repeat(500),
      '__proto__',
      ` ${token}`,
      `${token} `,
      `${token}x`,
      token.slice(0, -1),
      token.slice(1),
      token.toUpperCase(),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${key}_${otherSecret}`,
      encodeURIComponent(`${service.origin}/verify-email#token=${token}`),
    ]
    const texts = new Set<string>()
    for (const wrong of bad) {
      const response = await verify(send, wrong)
      expect(response, wrong).toMatchObject(refusal('invalid_or_expired_token'))
      texts.add(response.text)
    }
    expect(texts.size).toBe(1)
  })

  it.each(['', 7, null, {}])('400s %j, which is not a token', async (wrong) => {
    const response = await send('POST', '/v1/auth/verify-email', { body: { token: wrong } })
    expect(response.status).toBe(400)
  })

  it('keeps valid links that it resembles', async () => {
    expect(await verify(send, token)).toMatchObject({ status: 200 })
    expect(await verify(send, otherToken)).toMatchObject({ status: 200 })
  })
})
