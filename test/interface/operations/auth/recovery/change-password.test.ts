import { describe, expect, it } from 'vitest'
import { beginSession, logIn, password } from '../../../../support/people/accounts.ts'
import { withCookie } from '../../../../support/people/clients.ts'
import { emailsIn } from '../../../../support/people/logged-emails.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { responseTo } from '../../../../support/requests/outcomes.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const send = createSend(service)
const newPassword = 'another horse battery'

const change = (cookie: string, currentPassword: string, secret: string) =>
  createSend(service, { cookie })('POST', '/v1/auth/password/change', {
    body: { currentPassword, newPassword: secret },
  })
const sessionStatus = async (cookie: string) =>
  (await responseTo(withCookie(service, cookie).getAuthSession())).outcome

describe('changing a password', () => {
  it('204s, keeps this session, ends all others, and is confirmed by email', async () => {
    const email = 'ada@example.com'
    const ada = await signIn(service, { email, displayName: 'Ada' })
    const others = await Promise.all([1, 2, 3].map(() => beginSession(service, email)))
    for (const cookie of others) expect(await sessionStatus(cookie)).toBe('ok')
    expect(await change(ada.cookie, password, newPassword)).toMatchObject({ status: 204 })
    expect(await sessionStatus(ada.cookie)).toBe('ok')
    for (const cookie of others) expect(await sessionStatus(cookie)).toBe('401 unauthorized')
    expect(await logIn(send, email)).toMatchObject(refusal('invalid_credentials'))
    expect(await logIn(send, email, newPassword)).toMatchObject({ status: 200 })
    expect(emailsIn(service.lines, email).at(-1)?.kind).toBe('password_changed')
    // And again, with the session that has survived.
    expect(await change(ada.cookie, newPassword, password)).toMatchObject({ status: 204 })
    expect(await sessionStatus(ada.cookie)).toBe('ok')
  })

  it('401s a wrong current password, changes nothing, and keeps the session and its cookie', async () => {
    const email = 'ben@example.com'
    const ben = await signIn(service, { email, displayName: 'Ben' })
    const other = await beginSession(service, email)
    const response = await change(ben.cookie, 'wrong', newPassword)
    expect(response).toMatchObject(refusal('invalid_credentials'))
    expect(response.headers.getSetCookie()).toEqual([])
    for (const cookie of [ben.cookie, other]) expect(await sessionStatus(cookie)).toBe('ok')
    expect(await logIn(send, email)).toMatchObject({ status: 200 })
    expect(emailsIn(service.lines, email).map(({ kind }) => kind)).toEqual(['email_verification'])
  })

  it.each(['password1234', 'short', 'cem@example.com', 'x'.repeat(513)])(
    '400s the new password %j at its field',
    async (weak) => {
      const cem = await signIn(service, { email: 'cem@example.com', displayName: 'Cem' }).catch(
        () => undefined,
      )
      const cookie = cem?.cookie ?? (await beginSession(service, 'cem@example.com'))
      expect(await change(cookie, password, weak)).toMatchObject(refusal('invalid_request', 'newPassword'))
    },
  )

  it('of two at once, one succeeds, and only its session stays', async () => {
    const email = 'dora@example.com'
    const { cookie } = await signIn(service, { email, displayName: 'Dora' })
    const cookies = [cookie, await beginSession(service, email)]
    const responses = await Promise.all(
      cookies.map((each, index) => change(each, password, `${newPassword} ${index}`)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 401])
    const winner = responses.findIndex(({ status }) => status === 204)
    expect(await sessionStatus(cookies[winner] ?? '')).toBe('ok')
    expect(await sessionStatus(cookies[1 - winner] ?? '')).toBe('401 unauthorized')
    expect(await logIn(send, email, `${newPassword} ${winner}`)).toMatchObject({ status: 200 })
  })

  it('401s a session that has ended', async () => {
    const { cookie } = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
    await createSend(service, { cookie })('POST', '/v1/auth/logout')
    expect(await change(cookie, password, newPassword)).toMatchObject(refusal('unauthorized'))
  })
})
