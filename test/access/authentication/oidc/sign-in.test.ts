/** People sign in and out at a real OpenID provider. */
import { createClient } from '@cairn/contract/http/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { createBrowserJar } from '../support/browser-jar.ts'
import { oidcEnvironment, signInAt, startOpenIdProvider } from '../support/openid-provider.ts'
import { createSend, refusal } from '../support/send.ts'

const provider = stopAfterFile(await startOpenIdProvider())
const service = stopAfterFile(
  await startTestService({ environment: { ...oidcEnvironment(provider.issuer), RATE_LIMITS: 'off' } }),
)
const { origin } = service
const send = createSend(origin)
const grace = { name: 'Grace Hopper', email: 'grace@example.com', email_verified: true }

beforeAll(async () => {
  provider.profiles.set('grace', grace)
  await provider.serve(origin)
})

const clientOf = (cookie = '') => createClient({ baseUrl: origin, headers: { origin, cookie } })
const statusOf = async (cookie = '') =>
  (await send('GET', '/v1/auth/session', { headers: { cookie } })).status

describe('a sign-in', () => {
  it('returns to the page that asked for it, with a session of the service', async () => {
    const { page, cookie } = await signInAt(origin, 'grace', { returnTo: '/goals?status=active' })
    expect(page).toMatchObject({ url: `${origin}/goals?status=active`, status: 200 })
    expect((await clientOf(cookie).getAuthSession()).user).toEqual({
      id: 'company:grace',
      displayName: 'Grace Hopper',
      email: 'grace@example.com',
    })
  })

  it('asks the provider with PKCE, state, nonce and the exact redirect address', async () => {
    const { headers } = await send('GET', '/v1/auth/login')
    const { searchParams } = new URL(headers.location ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'cairn',
      response_type: 'code',
      redirect_uri: `${origin}/v1/auth/callback`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      nonce: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      state: expect.stringMatching(/^[A-Za-z0-9_-]{60,200}$/),
    })
    const [cookie = ''] = headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^sign-in=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900$/)
  })

  it('is bound to this host over https', async () => {
    const https = stopAfterFile(
      await startTestService({
        environment: {
          ...oidcEnvironment(provider.issuer),
          WEB_ORIGIN: 'https://cairn.test',
          RATE_LIMITS: 'off',
        },
      }),
    )
    const { headers } = await createSend(https.origin)('GET', '/v1/auth/login', {
      headers: { origin: undefined },
    })
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-sign-in=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=900$/,
    )
    expect(new URL(headers.location ?? '').searchParams.get('redirect_uri')).toBe(
      'https://cairn.test/v1/auth/callback',
    )
  })

  it('of two tabs at once works in both', async () => {
    const browser = createBrowserJar()
    const first = await browser.send(`${origin}/v1/auth/login?returnTo=/goals`)
    const second = await browser.send(`${origin}/v1/auth/login?returnTo=/labels`)
    const form = await browser.open(first.headers.get('location') ?? '')
    const body = new URLSearchParams({ subject: 'grace' })
    expect((await browser.open(form.url, { method: 'POST', body })).url).toBe(`${origin}/goals`)
    expect((await browser.open(second.headers.get('location') ?? '')).url).toBe(`${origin}/labels`)
    expect(await statusOf(browser.cookiesFor(origin))).toBe(200)
  })

  it("ends somebody else's session of the browser at once, and ignores one that is none", async () => {
    const { cookie = '' } = await signInAt(origin, 'grace')
    expect(await statusOf(cookie)).toBe(200)
    provider.profiles.set('vera', { name: 'Vera', email: 'vera@example.com', email_verified: true })
    for (const earlier of [cookie, `${cookie.slice(0, -43)}${'A'.repeat(43)}`]) {
      const browser = createBrowserJar()
      browser.adopt(origin, earlier)
      const next = await signInAt(origin, 'vera', { browser })
      expect(await statusOf(next.cookie)).toBe(200)
    }
    expect(await statusOf(cookie)).toBe(401)
  })

  it('that the person gives up at the provider returns to the sign-in page', async () => {
    const { page, cookie } = await signInAt(origin, undefined, { returnTo: '/goals' })
    expect(page.url).toBe(`${origin}/sign-in?problem=refused&returnTo=%2Fgoals`)
    expect(cookie).toBeUndefined()
  })

  it('takes the name and address that the provider says now, for all sessions of the user', async () => {
    provider.profiles.set('mary', { name: 'Mary Byron', email: 'mary@example.com', email_verified: true })
    const before = await signInAt(origin, 'mary')
    await clientOf(before.cookie).getAuthSession()
    provider.profiles.set('mary', {
      name: 'Mary Shelley',
      email: 'shelley@example.com',
      email_verified: true,
    })
    const after = await signInAt(origin, 'mary')
    for (const { cookie } of [before, after]) {
      expect((await clientOf(cookie).getAuthSession()).user).toEqual({
        id: 'company:mary',
        displayName: 'Mary Shelley',
        email: 'shelley@example.com',
      })
    }
  })

  it('with an address that the provider has not verified is refused, also after a good one', async () => {
    provider.profiles.set('joan', { name: 'Joan', email: 'joan@example.com', email_verified: true })
    expect((await signInAt(origin, 'joan')).cookie).toBeDefined()
    provider.profiles.set('joan', { name: 'Joan', email: 'grace@example.com', email_verified: false })
    const { page, cookie } = await signInAt(origin, 'joan')
    expect([new URL(page.url).searchParams.get('problem'), cookie]).toEqual(['email_not_verified', undefined])
  })
})

describe('signing out', () => {
  it('here also signs out at the provider, which asks the person', async () => {
    const { browser, cookie = '' } = await signInAt(origin, 'grace')
    // Otherwise signing in again would end it.
    browser.adopt(origin, 'session=')
    const other = await signInAt(origin, 'grace', { browser })
    const response = await send('POST', '/v1/auth/logout', { headers: { cookie: other.cookie ?? '' } })
    const { redirectTo } = response.body as { redirectTo: string }
    expect(response.headers['set-cookie']).toEqual([expect.stringMatching(/^session=;.*Max-Age=0/)])
    expect(await statusOf(other.cookie)).toBe(401)
    // The other session of the provider's session ends when the provider's session does.
    expect(await statusOf(cookie)).toBe(200)

    const page = await browser.open(redirectTo)
    expect(page.text).toContain('<h1>Sign out?</h1>')
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? []
    const left = await browser.open(`${provider.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
    expect(left.url).toBe(`${origin}/sign-in`)
    expect(await statusOf(cookie)).toBe(401)
    // The next sign-in needs the person again.
    const again = await browser.open(`${origin}/v1/auth/login`)
    expect(new URL(again.url).origin).toBe(provider.issuer)
  })

  it('without a session, or a second time, leads to the sign-in page', async () => {
    const { cookie = '' } = await signInAt(origin, 'grace')
    const logOut = () => send('POST', '/v1/auth/logout', { headers: { cookie } })
    expect(((await logOut()).body as { redirectTo: string }).redirectTo).toMatch(
      new RegExp(`^${provider.issuer}/session/end\\?.*id_token_hint=`),
    )
    expect((await logOut()).body).toEqual({ redirectTo: `${origin}/sign-in` })
  })
})

describe('a session', () => {
  it('is in the list and can be ended there; all others too', async () => {
    provider.profiles.set('katherine', { name: 'Katherine', email: 'k@example.com', email_verified: true })
    const [own, second, third] = [
      await signInAt(origin, 'katherine'),
      await signInAt(origin, 'katherine'),
      await signInAt(origin, 'katherine'),
    ]
    const api = clientOf(own.cookie)
    const { sessions } = await api.listSessions()
    expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, false, true])
    await api.endSession({ params: { sessionId: sessions.find(({ current }) => !current)?.id ?? '' } })
    expect([await statusOf(second.cookie), await statusOf(third.cookie)].toSorted()).toEqual([200, 401])
    await api.endOtherSessions()
    expect(await Promise.all([own, second, third].map(({ cookie }) => statusOf(cookie)))).toEqual([
      200, 401, 401,
    ])
  })

  it('of this provider is none for the built-in one, and the other way around', async () => {
    const { cookie = '' } = await signInAt(origin, 'grace')
    const builtIn = stopAfterFile(await startTestService({ table: service.table }))
    const ask = () => createSend(builtIn.origin)('GET', '/v1/auth/session', { headers: { cookie } })
    expect(await ask()).toMatchObject(refusal('unauthorized'))
    const made = `session=00000000-0000-4000-8000-000000000000.${cookie.slice(-43)}`
    expect(await statusOf(made)).toBe(401)
  })
})

describe('the table', () => {
  it('has no identity token, code, state or secret in plain text', async () => {
    await signInAt(origin, 'grace')
    const text = JSON.stringify(await readTable(service.table.database))
    expect(text).toContain('"sealedIdToken"')
    expect(text).not.toMatch(/eyJ[\w-]{10,}\.eyJ/)
    expect(text).not.toContain(oidcEnvironment('').AUTH_OIDC_CLIENT_SECRET)
  })

  it('stores nothing for sign-ins that begin', async () => {
    const before = await readTable(service.table.database)
    for (let count = 0; count < 20; count++) await send('GET', '/v1/auth/login')
    expect(await readTable(service.table.database)).toEqual(before)
  })
})

describe('a person who comes from an invitation', () => {
  const invite = async (email: string) => {
    const host = clientOf((await signInAt(origin, 'grace')).cookie)
    const { activeOrganizationId } = await host.getAuthSession()
    const issued = await host.createOrganizationInvitation({ body: { email, role: 'member' } })
    return { host, activeOrganizationId, returnTo: new URL(issued.acceptUrl).pathname }
  }

  it('is a member with the first sign-in, and gets no organization of their own', async () => {
    const { host, activeOrganizationId, returnTo } = await invite('new@example.com')
    provider.profiles.set('new', { name: 'New', email: 'New@example.com', email_verified: true })
    const { page, cookie } = await signInAt(origin, 'new', { returnTo })
    expect(page.url).toBe(`${origin}/home`)
    const session = await clientOf(cookie).getAuthSession()
    expect(session.organizations).toEqual([
      { id: activeOrganizationId, name: 'Grace Hopper', role: 'member' },
    ])
    const { entries } = await host.listAuditEntries()
    expect(entries.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'session.signed_in',
          actor: { userId: 'company:new', displayName: 'New' },
          credential: expect.objectContaining({ kind: 'identity_provider' }),
        }),
        expect.objectContaining({ action: 'invitation.accepted' }),
      ]),
    )
  })

  it('with another address, or with an account, comes to the page of the invitation', async () => {
    const { returnTo } = await invite('other@example.com')
    provider.profiles.set('wrong', { name: 'Wrong', email: 'wrong@example.com', email_verified: true })
    for (const subject of ['wrong', 'grace']) {
      const { page, cookie } = await signInAt(origin, subject, { returnTo })
      expect(page.url).toBe(`${origin}${returnTo}`)
      expect((await clientOf(cookie).getAuthSession()).organizations).toHaveLength(1)
    }
  })
})

describe('the audit log', () => {
  it('tells when somebody signs in and out, and that the provider did it', async () => {
    provider.profiles.set('olga', { name: 'Olga', email: 'olga@example.com', email_verified: true })
    const first = clientOf((await signInAt(origin, 'olga')).cookie)
    await first.getAuthSession()
    const { cookie = '' } = await signInAt(origin, 'olga')
    await clientOf(cookie).logout()
    const { entries } = await first.listAuditEntries()
    const kinds = entries.map(({ action, credential }) => [action, credential.kind])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['session.signed_in', 'identity_provider'],
        ['session.signed_out', 'session'],
      ]),
    )
  })
})

describe('the routes of accounts', () => {
  it.each([
    ['POST', '/v1/auth/password/change'],
    ['PATCH', '/v1/auth/profile'],
    ['POST', '/v1/auth/email/change'],
  ])('%s %s 404s', async (method, path) => {
    const { cookie = '' } = await signInAt(origin, 'grace')
    expect(await send(method, path, { body: {}, headers: { cookie } })).toMatchObject(refusal('not_found'))
  })
})

it('leaves a sound table', async () => {
  await expectSoundTable(service.table.database)
})

it('works after the provider has changed its keys; people stay signed in', async () => {
  const rotating = stopAfterFile(await startOpenIdProvider())
  rotating.profiles.set('grace', grace)
  const start = async () => {
    const environment = { ...oidcEnvironment(rotating.issuer), AUTH_OIDC_PROVIDER_WORD: 'rotating' }
    return stopAfterFile(await startTestService({ environment, table: service.table }))
  }
  const before = await start()
  await rotating.serve(before.origin)
  const { cookie = '' } = await signInAt(before.origin, 'grace')
  await rotating.rotateKeys()
  // A running process fetches unknown keys again after 30 seconds (`provider-faults.test.ts`).
  const after = await start()
  await rotating.serve(after.origin)
  expect((await signInAt(after.origin, 'grace')).cookie).toBeDefined()
  const session = createSend(after.origin)('GET', '/v1/auth/session', { headers: { cookie } })
  expect((await session).status).toBe(200)
})
