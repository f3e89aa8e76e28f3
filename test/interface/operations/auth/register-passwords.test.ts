import { describe, expect, it } from 'vitest'
import { bytesOf, logIn, mailedToken, password, register, verify } from '../../../support/people/accounts.ts'
import { emailsIn } from '../../../support/people/logged-emails.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const email = 'margaret@example.com'
const displayName = 'Margaret Hamilton'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const send = createSend(service)

const attempt = (secret: string) => register(send, { email, displayName, password: secret })

describe('a new password that is easy to guess', () => {
  it.each([
    ['a common one', 'password1234', 'Choose a password that is not one of the most common ones.'],
    [
      'a common one in capitals',
      'PASSWORD1234',
      'Choose a password that is not one of the most common ones.',
    ],
    [
      'the address',
      `${email} 1969`,
      'Choose a password that does not contain your email address or your name.',
    ],
    [
      'the name',
      'I am margaret hamilton',
      'Choose a password that does not contain your email address or your name.',
    ],
    [
      'the local part and little more',
      'margaret1969',
      'Choose a password that is more than your name, your email address or the name of the service.',
    ],
  ])('400s %s at its field, before anything is read, counted or emailed', async (_, secret, message) => {
    proxy.reset()
    const response = await attempt(secret)
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(response.body).toHaveProperty('details', [expect.objectContaining({ path: 'password', message })])
    expect(response.text).not.toContain(secret)
    expect(proxy.calls).toEqual([])
    expect(emailsIn(service.lines, email)).toEqual([])
  })

  it('403s a foreign Origin first, then names every malformed field', async () => {
    const body = { email, displayName, password: 'password1234' }
    expect(
      await send('POST', '/v1/auth/register', { body, headers: { origin: 'https://evil.test' } }),
    ).toMatchObject(refusal('origin_not_allowed'))
    const response = await send('POST', '/v1/auth/register', { body: { ...body, displayName: '' } })
    expect(response.body).toHaveProperty('details', [
      expect.objectContaining({ path: 'displayName', message: 'This field cannot be empty.' }),
    ])
  })
})

describe('an account', () => {
  it('makes no difference: unknown, unverified and verified addresses get the same response', async () => {
    const unknown = bytesOf(await attempt('password1234'))
    expect(await attempt(password)).toMatchObject({ status: 202 })
    const unverified = bytesOf(await attempt('password1234'))
    expect(await verify(send, mailedToken(service, email))).toMatchObject({ status: 200 })
    const verified = bytesOf(await attempt('password1234'))
    expect(unverified).toEqual(unknown)
    expect(verified).toEqual(unknown)
    expect(await logIn(send, email)).toMatchObject({ status: 200 })
  })

  it('401s a sign-in with such a password like any wrong one', async () => {
    expect(await logIn(send, email, 'password1234')).toMatchObject(refusal('invalid_credentials'))
  })
})
