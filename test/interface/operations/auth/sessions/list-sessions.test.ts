import { expect, it } from 'vitest'
import { beginSession, password } from '../../../../support/people/accounts.ts'
import { withCookie } from '../../../../support/people/clients.ts'
import { sessionIdOf } from '../../../../support/people/sessions.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend } from '../../../../support/requests/exchange.ts'
import { responseTo } from '../../../../support/requests/outcomes.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const statusOf = async (cookie: string) =>
  (await responseTo(withCookie(service, cookie).getAuthSession())).outcome

it('200s with the sessions of the user, newest first, with what each browser called itself', async () => {
  const email = 'ada@example.com'
  const ada = await signIn(service, { email, displayName: 'Ada' })
  const first = clock.timestamp
  clock.advance({ hours: 1 })
  const agent = `Browser\t1${'x'.repeat(400)}`
  const login = await createSend(service)('POST', '/v1/auth/login', {
    body: { email, password },
    headers: { 'user-agent': agent },
  })
  expect(login.status).toBe(200)
  const { sessions, nextCursor } = await ada.api.listSessions()
  expect(nextCursor).toBeNull()
  expect(sessions).toMatchObject([
    { createdAt: clock.timestamp, lastUsedAt: clock.timestamp, current: false },
    { id: sessionIdOf(ada), createdAt: first, lastUsedAt: first, current: true },
  ])
  expect(sessions[0]?.userAgent).toBe(`Browser 1${'x'.repeat(291)}`)
  expect(JSON.stringify(sessions)).not.toContain(ada.cookie.split('.')[1])
})

it('pages, and shows nobody else’s sessions, nor ended ones', async () => {
  const email = 'ben@example.com'
  const ben = await signIn(service, { email, displayName: 'Ben' })
  await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
  const others = await Promise.all([1, 2, 3].map(() => beginSession(service, email)))
  await withCookie(service, others[0] ?? '').logout()
  const page = await ben.api.listSessions({ query: { limit: 2 } })
  const rest = await ben.api.listSessions({ query: { limit: 2, cursor: page.nextCursor ?? '' } })
  const ids = [...page.sessions, ...rest.sessions].map(({ id }) => id)
  const expected = [ben.cookie, ...others.slice(1)].map((cookie) => sessionIdOf({ cookie }))
  expect(ids.toSorted()).toEqual(expected.toSorted())
  await ben.api.changePassword({ body: { currentPassword: password, newPassword: `${password} 2` } })
  expect((await ben.api.listSessions()).sessions.map(({ id }) => id)).toEqual([sessionIdOf(ben)])
})

it('records a use at most once a day, and ends a session that was not used for 14 days', async () => {
  const cem = await signIn(service, { email: 'cem@example.com', displayName: 'Cem' })
  const lastUse = async () => (await cem.api.listSessions()).sessions[0]?.lastUsedAt
  const created = clock.timestamp
  clock.advance({ hours: 23 })
  expect(await lastUse()).toBe(created)
  clock.advance({ hours: 1 })
  await cem.api.getAuthSession()
  expect(await lastUse()).toBe(clock.timestamp)
  clock.advance({ days: 14, milliseconds: -1 })
  expect(await statusOf(cem.cookie)).toBe('ok')
  clock.advance({ days: 14 })
  expect(await statusOf(cem.cookie)).toBe('401 unauthorized')
})

it('ends a session after 30 days, even if it is used every day', async () => {
  const dora = await signIn(service, { email: 'dora@example.com', displayName: 'Dora' })
  for (let day = 1; day < 30; day++) {
    clock.advance({ days: 1 })
    expect(await statusOf(dora.cookie)).toBe('ok')
  }
  clock.advance({ days: 1, milliseconds: -1 })
  expect(await statusOf(dora.cookie)).toBe('ok')
  clock.advance({ milliseconds: 1 })
  expect(await statusOf(dora.cookie)).toBe('401 unauthorized')
})
