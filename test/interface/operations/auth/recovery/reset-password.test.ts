import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { describe, expect, it } from 'vitest'
import {
  beginSession,
  bytesOf,
  logIn,
  mailedToken,
  password,
  register,
  tokensIn,
  verificationTokens,
  verify,
} from '../../../../support/people/accounts.ts'
import { createToken, programWith } from '../../../../support/people/api-tokens.ts'
import { withCookie } from '../../../../support/people/clients.ts'
import { emailsIn } from '../../../../support/people/logged-emails.ts'
import { signIn, signInAgain } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { responseTo } from '../../../../support/requests/outcomes.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const send = createSend(service)
const newPassword = 'another horse battery'

async function linkFor(email: string): Promise<string> {
  await send('POST', '/v1/auth/password/forgot', { body: { email } })
  return tokensIn(service, email, 'password_reset').at(-1) ?? ''
}

const reset = (token: string, secret = newPassword) =>
  send('POST', '/v1/auth/password/reset', { body: { token, password: secret } })

const sessionStatus = async (cookie: string) =>
  (await responseTo(withCookie(service, cookie).getAuthSession())).outcome

describe('a reset', () => {
  it('200s, changes the password, does not sign in, and is confirmed by email', async () => {
    const email = 'ada@example.com'
    await signIn(service, { email, displayName: 'Ada' })
    const response = await reset(await linkFor(email))
    expect(response).toMatchObject({
      status: 200,
      body: { redirectTo: `${service.origin}/sign-in?reset=1` },
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await logIn(send, email)).toMatchObject(refusal('invalid_credentials'))
    expect(await logIn(send, email, newPassword)).toMatchObject({ status: 200 })
    expect(emailsIn(service.lines, email).at(-1)?.kind).toBe('password_changed')
  })

  it('ends every session at once, also unused ones, and no API token', async () => {
    const email = 'ben@example.com'
    const ben = await signIn(service, { email, displayName: 'Ben' })
    const others = await Promise.all([1, 2, 3].map(() => beginSession(service, email)))
    const program = programWith(service, await createToken(ben))
    const token = await linkFor(email)
    for (const cookie of [ben.cookie, ...others]) expect(await sessionStatus(cookie)).toBe('ok')
    await reset(token)
    for (const cookie of [ben.cookie, ...others]) expect(await sessionStatus(cookie)).toBe('401 unauthorized')
    expect((await responseTo(program.listGoals())).outcome).toBe('ok')
    const again = await signInAgain(service, { email, displayName: 'Ben', password: newPassword })
    expect(await sessionStatus(again.cookie)).toBe('ok')
  })

  it('ends sessions of somebody whose first request comes afterwards', async () => {
    const email = 'first@example.com'
    await register(send, { email, displayName: 'First' })
    await verify(send, mailedToken(service, email))
    const before = await beginSession(service, email)
    await reset(await linkFor(email))
    expect(await sessionStatus(before)).toBe('401 unauthorized')
    const after = await signInAgain(service, { email, displayName: 'First', password: newPassword })
    expect(await sessionStatus(before)).toBe('401 unauthorized')
    expect(await sessionStatus(after.cookie)).toBe('ok')
  })

  it('verifies the address, and the verification link no longer works', async () => {
    const email = 'unverified@example.com'
    await register(send, { email, displayName: 'Mallory' })
    expect(await reset(await linkFor(email))).toMatchObject({ status: 200 })
    expect(await logIn(send, email, newPassword)).toMatchObject({ status: 200 })
    const [token = ''] = verificationTokens(service, email)
    expect(await verify(send, token)).toMatchObject(refusal('invalid_or_expired_token'))
    const principal = await readRecord(service.table.database, principalEntity, { emailKey: keyOf(email) })
    expect(principal).toMatchObject({ verifiedAt: clock.timestamp })
    expect(principal).not.toHaveProperty('ttl')
  })
})

describe('a link', () => {
  it('works once, even with concurrent requests', async () => {
    const email = 'once@example.com'
    await signIn(service, { email, displayName: 'Once' })
    const token = await linkFor(email)
    const responses = await Promise.all(
      [1, 2, 3, 4].map((number) => reset(token, `${newPassword} ${number}`)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await reset(token)).toMatchObject(refusal('invalid_or_expired_token'))
  })

  it('works until a millisecond before an hour has passed', async () => {
    const email = 'hour@example.com'
    await signIn(service, { email, displayName: 'Hour' })
    const early = await linkFor(email)
    clock.advance({ hours: 1 })
    expect(await reset(early)).toMatchObject(refusal('invalid_or_expired_token'))
    const next = await linkFor(email)
    clock.advance({ hours: 1, milliseconds: -1 })
    expect(await reset(next)).toMatchObject({ status: 200 })
  })

  it('stops working when a newer one is sent, and when the password changes', async () => {
    const email = 'newer@example.com'
    const person = await signIn(service, { email, displayName: 'Newer' })
    const first = await linkFor(email)
    const second = await linkFor(email)
    expect(await reset(first)).toMatchObject(refusal('invalid_or_expired_token'))
    await person.api.changePassword({ body: { currentPassword: password, newPassword } })
    expect(await reset(second)).toMatchObject(refusal('invalid_or_expired_token'))
  })

  it('survives a weak password, which is 400 at the field', async () => {
    const email = 'weak@example.com'
    await signIn(service, { email, displayName: 'Weak' })
    const token = await linkFor(email)
    for (const weak of ['password1234', 'short', email]) {
      expect(await reset(token, weak)).toMatchObject(refusal('invalid_request', 'password'))
    }
    expect(await reset(token)).toMatchObject({ status: 200 })
  })

  it('400s with the same bytes whatever is wrong with the token', async () => {
    const email = 'wrong@example.com'
    await register(send, { email, displayName: 'Wrong' })
    const token = await linkFor(email)
    const verification = mailedToken(service, email)
    const responses = await Promise.all(
      [
        'x',
        `${token}x`,
        `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
        `${keyOf('nobody@example.com')}_${token.slice(-43)}`,
        verification,
      ].map((wrong) => reset(wrong)),
    )
    for (const response of responses) expect(response).toMatchObject(refusal('invalid_or_expired_token'))
    expect(new Set(responses.map((response) => JSON.stringify(bytesOf(response)))).size).toBe(1)
    // Nor does it verify.
    expect(await verify(send, token)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await reset(token)).toMatchObject({ status: 200 })
  })
})
