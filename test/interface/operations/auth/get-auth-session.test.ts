import { describe, expect, it } from 'vitest'
import { cookieOf, logIn, mailedToken, register, verify } from '../../../support/people/accounts.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend, type HttpResponse, refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { recordsWith } from '../../../support/table/records.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const anonymous = createSend(service)

const readSession = (cookie: string): Promise<HttpResponse> =>
  createSend(service, { cookie })('GET', '/v1/auth/session')

/** A verified person without a session. */
async function verifiedPerson(email: string, displayName: string): Promise<void> {
  await register(anonymous, { email, displayName })
  await verify(anonymous, mailedToken(service, email))
}

describe('GET /v1/auth/session', () => {
  it('200s with the canonical user and its organization, and nothing else', async () => {
    await verifiedPerson('ada@example.com', ' Ada Lovelace ')
    const { status, body } = await readSession(cookieOf(await logIn(anonymous, 'ada@example.com')))
    expect(status).toBe(200)
    const { user, organizations } = body as { user: { id: string }; organizations: { id: string }[] }
    expect(body).toEqual({
      user: { id: user.id, displayName: 'Ada Lovelace', email: 'ada@example.com' },
      activeOrganizationId: organizations[0]?.id,
      organizations: [{ id: organizations[0]?.id, name: 'Ada Lovelace', role: 'owner' }],
    })
    expect(user.id).toMatch(/^email:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('200s again with the same bytes, and sets no cookie', async () => {
    const cookie = cookieOf(await logIn(anonymous, 'ada@example.com'))
    const [first, second] = [await readSession(cookie), await readSession(cookie)]
    expect(second.text).toBe(first.text)
    expect(second.headers.getSetCookie()).toEqual([])
  })

  it.each([
    '',
    'x',
    '.',
    'null',
    'a'.repeat(4_000),
    `00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`,
  ])('401s the cookie value %.40j and deletes the cookie', async (value) => {
    const response = await readSession(`session=${value}`)
    expect(response).toMatchObject(refusal('unauthorized'))
    expect(response.headers.getSetCookie()).toEqual(['session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'])
  })

  it('401s without a cookie, and sets none', async () => {
    for (const cookie of ['', 'other=1', 'Session=1', '__Host-session=1']) {
      const response = await readSession(cookie)
      expect(response).toMatchObject(refusal('unauthorized'))
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('401s the secret of one user with the id of another', async () => {
    await verifiedPerson('eve@example.com', 'Eve')
    const [adas, eves] = [
      cookieOf(await logIn(anonymous, 'ada@example.com')),
      cookieOf(await logIn(anonymous, 'eve@example.com')),
    ]
    const mixed = `${adas.split('.')[0]}.${eves.split('.')[1]}`
    expect(mixed).not.toBe(adas)
    expect(await readSession(mixed)).toMatchObject(refusal('unauthorized'))
  })
})

describe('expiry', () => {
  it('200s until a millisecond before 30 days have passed, then 401s, although the record is still there', async () => {
    const { cookie, userId } = await signIn(service, { email: 'joan@example.com', displayName: 'Joan' })
    const ownRecords = () => recordsWith(service.table, userId)
    const before = await ownRecords()
    for (const days of [13, 13, 3]) {
      clock.advance({ days })
      expect(await readSession(cookie)).toMatchObject({ status: 200 })
    }
    clock.advance({ days: 1, milliseconds: -1 })
    expect(await readSession(cookie)).toMatchObject({ status: 200 })
    clock.advance({ milliseconds: 1 })
    const response = await readSession(cookie)
    expect(response).toMatchObject(refusal('unauthorized'))
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; .*Max-Age=0$/)])
    expect((await ownRecords()).length).toBe(before.length)
  })

  it('200s a session that began later', async () => {
    expect(await readSession(cookieOf(await logIn(anonymous, 'joan@example.com')))).toMatchObject({
      status: 200,
    })
  })
})
