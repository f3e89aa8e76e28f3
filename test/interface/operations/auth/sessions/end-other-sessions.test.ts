import { createClient } from '@cairn/contract/http/client'
import { expect, it } from 'vitest'
import { beginSession, password, tokensIn } from '../../../../support/people/accounts.ts'
import { withCookie } from '../../../../support/people/clients.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { outcomeOf, responseTo } from '../../../../support/requests/outcomes.ts'
import { recordCalls } from '../../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../../support/service/engine.ts'
import { holdWrites } from '../../../../support/service/hold-writes.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
/** The same service; a test holds its writes. */
const slow = stopAfterFile(
  await startTestService({ table, attach: recorder.attach, environment: { WEB_ORIGIN: service.origin } }),
)
const send = createSend(service)
const statusOf = async (cookie: string) =>
  (await responseTo(withCookie(service, cookie).getAuthSession())).outcome

it('204s and ends all sessions but this one', async () => {
  const email = 'ada@example.com'
  const ada = await signIn(service, { email, displayName: 'Ada' })
  const others = await Promise.all([1, 2, 3].map(() => beginSession(service, email)))
  const eve = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
  for (let time = 0; time < 2; time++) {
    await ada.api.endOtherSessions()
    expect(await statusOf(ada.cookie)).toBe('ok')
    for (const cookie of others) expect(await statusOf(cookie)).toBe('401 unauthorized')
  }
  expect(await statusOf(eve.cookie)).toBe('ok')
  expect(await statusOf(await beginSession(service, email))).toBe('ok')
})

it('ends links that reset the password', async () => {
  const email = 'ben@example.com'
  const ben = await signIn(service, { email, displayName: 'Ben' })
  await send('POST', '/v1/auth/password/forgot', { body: { email } })
  await ben.api.endOtherSessions()
  const body = { token: tokensIn(service, email, 'password_reset').at(-1), password: 'another horse battery' }
  expect(await send('POST', '/v1/auth/password/reset', { body })).toMatchObject(
    refusal('invalid_or_expired_token'),
  )
})

it('of two sessions that end each other, one stays', async () => {
  const email = 'cem@example.com'
  const { cookie } = await signIn(service, { email, displayName: 'Cem' })
  const cookies = [cookie, await beginSession(service, email)]
  const outcomes = await Promise.all(
    cookies.map(async (each) => (await responseTo(withCookie(service, each).endOtherSessions())).outcome),
  )
  expect(outcomes.toSorted()).toEqual(['401 unauthorized', 'ok'])
  const statuses = await Promise.all(cookies.map(statusOf))
  expect(statuses).toEqual(outcomes)
})

it('503s if the address changes meanwhile, ends nothing of who has it now, and succeeds when it is sent again', async () => {
  const [former, current] = ['dora@example.com', 'dora.new@example.com']
  const dora = await signIn(service, { email: former, displayName: 'Dora' })
  const other = await beginSession(service, former)
  await dora.api.changeEmail({ body: { email: current, password } })
  const held = holdWrites(recorder)
  const api = createClient({
    baseUrl: slow.origin,
    headers: { origin: service.origin, cookie: dora.cookie },
  })
  const late = outcomeOf(api.endOtherSessions())
  await held.arrived
  const [token = ''] = tokensIn(service, current, 'email_change')
  await send('POST', '/v1/auth/verify-email', { body: { token } })
  const eve = await signIn(service, { email: former, displayName: 'Eve' })
  held.release()
  expect(await late).toBe('503 unavailable')
  recorder.setHold(undefined)
  for (const cookie of [dora.cookie, other, eve.cookie]) expect(await statusOf(cookie)).toBe('ok')

  await dora.api.endOtherSessions()
  expect(await statusOf(other)).toBe('401 unauthorized')
  for (const cookie of [dora.cookie, eve.cookie]) expect(await statusOf(cookie)).toBe('ok')
  for (const email of [former, current]) expect(await statusOf(await beginSession(service, email))).toBe('ok')
})
