import { expect, it } from 'vitest'
import { beginSession } from '../../../../support/people/accounts.ts'
import { withCookie } from '../../../../support/people/clients.ts'
import { sessionIdOf } from '../../../../support/people/sessions.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { responseTo } from '../../../../support/requests/outcomes.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const end = (cookie: string, sessionId: string) =>
  createSend(service, { cookie })('DELETE', `/v1/auth/sessions/${sessionId}`)
const statusOf = async (cookie: string) =>
  (await responseTo(withCookie(service, cookie).getAuthSession())).outcome

it('204s and ends the session at once, and no other', async () => {
  const cookie = await beginSession(service, 'ada@example.com')
  expect(await statusOf(cookie)).toBe('ok')
  const response = await end(ada.cookie, sessionIdOf({ cookie }))
  expect(response.status).toBe(204)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await statusOf(cookie)).toBe('401 unauthorized')
  expect(await statusOf(ada.cookie)).toBe('ok')
  expect(await end(ada.cookie, sessionIdOf({ cookie }))).toMatchObject(refusal('session_not_found'))
})

it('clears the cookie of the session that ends itself', async () => {
  const cookie = await beginSession(service, 'ada@example.com')
  const response = await end(cookie, sessionIdOf({ cookie }))
  expect(response.status).toBe(204)
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; .*Max-Age=0/)])
  expect(await statusOf(cookie)).toBe('401 unauthorized')
})

it('404s a session of somebody else, which stays, and what is no id', async () => {
  const eve = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
  for (const id of [sessionIdOf(ada), 'x', '0'.repeat(64), sessionIdOf(ada).toUpperCase()]) {
    expect(await end(eve.cookie, id)).toMatchObject(refusal('session_not_found'))
  }
  expect(await statusOf(ada.cookie)).toBe('ok')
})
