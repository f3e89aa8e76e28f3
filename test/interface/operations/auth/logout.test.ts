import { describe, expect, it } from 'vitest'
import { beginSession } from '../../../support/people/accounts.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { recordsWith } from '../../../support/table/records.ts'

const clock = createClock()
const { service, ada } = await startWithAda({ clock: clock.read })
const newCookie = () => beginSession(service, ada.email)
const readSession = (cookie: string) => createSend(service, { cookie })('GET', '/v1/auth/session')

describe('logout', () => {
  it('200s with the address of the sign-in page and deletes the cookie; the session ends at once', async () => {
    const cookie = await newCookie()
    const other = await newCookie()
    const response = await createSend(service, { cookie })('POST', '/v1/auth/logout')
    expect(response).toMatchObject({ status: 200, body: { redirectTo: `${service.origin}/sign-in` } })
    expect(response.headers.getSetCookie()).toEqual(['session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'])
    expect(await readSession(cookie)).toMatchObject(refusal('unauthorized'))
    expect(await createSend(service, { cookie })('GET', '/v1/goals')).toMatchObject(refusal('unauthorized'))
    expect(await readSession(other)).toMatchObject({ status: 200 })
  })

  it('removes the session from the table', async () => {
    const before = await recordsWith(service.table, 'ada@example.com')
    const cookie = await newCookie()
    expect(await recordsWith(service.table, 'ada@example.com')).toHaveLength(before.length + 1)
    await createSend(service, { cookie })('POST', '/v1/auth/logout')
    expect(await recordsWith(service.table, 'ada@example.com')).toHaveLength(before.length)
  })

  it.each([
    ['without a cookie', ''],
    ['with garbage', 'session=x'],
    ['with a cookie of nobody', `session=00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`],
  ])('200s %s', async (_, cookie) => {
    const response = await createSend(service, { cookie })('POST', '/v1/auth/logout')
    expect(response).toMatchObject({ status: 200, body: { redirectTo: `${service.origin}/sign-in` } })
  })

  it('200s a second time, also with an empty object', async () => {
    const cookie = await newCookie()
    for (const exchange of [{}, { body: {} }]) {
      expect(await createSend(service, { cookie })('POST', '/v1/auth/logout', exchange)).toMatchObject({
        status: 200,
      })
    }
  })

  it('400s any other body and keeps the session', async () => {
    const cookie = await newCookie()
    const sendAs = createSend(service, { cookie })
    expect(await sendAs('POST', '/v1/auth/logout', { body: { anything: 1 } })).toMatchObject({ status: 400 })
    expect(await sendAs('GET', '/v1/auth/session')).toMatchObject({ status: 200 })
  })

  it('403s a foreign Origin and keeps the session', async () => {
    const cookie = await newCookie()
    const response = await createSend(service, { cookie })('POST', '/v1/auth/logout', {
      headers: { origin: 'https://evil.test' },
    })
    expect(response).toMatchObject(refusal('origin_not_allowed'))
    expect(await readSession(cookie)).toMatchObject({ status: 200 })
  })

  it.each<[string, before: (cookie: string) => unknown, entries: number]>([
    ['a session is in the audit log', () => undefined, 1],
    [
      'a session twice is in it once',
      (cookie) => createSend(service, { cookie })('POST', '/v1/auth/logout'),
      1,
    ],
    [
      'a session that another one has ended is not in it',
      async () =>
        createSend(service, { cookie: await newCookie() })('DELETE', '/v1/auth/sessions', { body: {} }),
      0,
    ],
    ['a session that nobody used for 14 days is not in it', () => clock.advance({ days: 14 }), 0],
    ['a session after 30 days is not in it', () => clock.advance({ days: 30 }), 0],
  ])('%s', async (_, happen, entries) => {
    const signedOut = async () =>
      (await readTable(service.table.database)).auditEntry.filter(
        ({ action }) => action === 'session.signed_out',
      ).length
    const cookie = await newCookie()
    const before = await signedOut()
    await happen(cookie)
    const response = await createSend(service, { cookie })('POST', '/v1/auth/logout')
    expect(response.status).toBe(200)
    expect(await signedOut()).toBe(before + entries)
  })
})
