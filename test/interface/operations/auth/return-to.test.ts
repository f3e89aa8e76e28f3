import { describe, expect, it } from 'vitest'
import { password } from '../../../support/people/accounts.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'

const email = 'ada@example.com'

const { service } = await startWithAda()
const send = createSend(service)

/** Replaces `ORIGIN` and `HOST` with those of the service, whose port is not known here. */
const resolve = (vector: string) =>
  vector.replaceAll('ORIGIN', service.origin).replaceAll('HOST', new URL(service.origin).host)

const evil = [
  '//evil.test',
  '///evil.test',
  '////evil.test/x',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  'https://evil.test',
  'https://evil.test/home?ORIGIN',
  'https:evil',
  'https:/evil.test',
  'HTTPS://EVIL.TEST',
  'ftp://HOST/',
  'ws://HOST/',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'JaVaScRiPt:alert(1)//ORIGIN',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:eve@evil.test',
  'about:blank',
  'blob:ORIGIN/00000000-0000-4000-8000-000000000000',
  'filesystem:ORIGIN/temporary/x',
  'view-source:ORIGIN/home',
  'ORIGIN@evil.test',
  'ORIGIN@evil.test/home',
  'ORIGIN:x@evil.test',
  'ORIGIN.evil.test',
  'ORIGIN0/',
  'http://user@HOST/home',
  'http://user:secret@HOST/home',
  'https://HOST/home',
  'http://localhost/home',
  'http://127.0.0.1:1/home',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '\u0000//evil.test',
  'ht\ttp://evil.test',
  'http://evil.test#ORIGIN',
  'http://evil.test?ORIGIN',
  'http://evil.test\\ORIGIN',
  'http://[::1',
  'http://',
  // Own addresses whose path is another host when it is resolved again.
  '/.//evil.test/a',
  '/x/..//evil.test',
  '/../..//evil.test',
  '/.\\/evil.test',
  '/%2e//evil.test',
  '/.\n//evil.test',
  'ORIGIN//evil.test',
  'ORIGIN/.//evil.test',
  'ORIGIN\\\\evil.test',
  'ORIGIN//HOST/home',
  '/home?next=\\evil.test',
]

const good = [
  ['/goals', '/goals'],
  ['/goals?status=active&x=%2F%2Fevil.test#top', '/goals?status=active&x=%2F%2Fevil.test#top'],
  ['ORIGIN/settings/team?tab=1#members', '/settings/team?tab=1#members'],
  ['ORIGIN', '/'],
  ['/', '/'],
  ['/@evil.test', '/@evil.test'],
  ['/%2Fevil.test', '/%2Fevil.test'],
  ['/x?next=https://evil.test', '/x?next=https://evil.test'],
  ['/x#//evil.test', '/x#//evil.test'],
  // A browser on http reads these as paths, not hosts.
  ['http:evil.test', '/evil.test'],
  ['http:/evil.test', '/evil.test'],
  ['ORIGIN\\@evil.test', '/@evil.test'],
] as const

/** The destination of each of the three routes for this `returnTo`. */
async function destinationsOf(returnTo: string | undefined): Promise<Record<string, string>> {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`
  const start = await send('GET', `/v1/auth/login${query}`)
  const callback = await send('GET', `/v1/auth/callback${query}`)
  const login = await send('POST', '/v1/auth/login', { body: { email, password, returnTo } })
  expect([start.status, callback.status, login.status]).toEqual([302, 302, 200])

  const signInPage = new URL(start.headers.get('location') ?? '')
  expect(signInPage.origin + signInPage.pathname).toBe(`${service.origin}/sign-in`)
  expect([...signInPage.searchParams.keys()]).toEqual(['returnTo'])
  return {
    // The sign-in page may get a path, which the browser resolves on its own origin.
    start: new URL(signInPage.searchParams.get('returnTo') ?? '', service.origin).href,
    callback: callback.headers.get('location') ?? '',
    login: (login.body as { redirectTo: string }).redirectTo,
  }
}

describe('returnTo', () => {
  it.each(evil)('%j leads home', async (vector) => {
    const home = `${service.origin}/home`
    expect(await destinationsOf(resolve(vector))).toEqual({ start: home, callback: home, login: home })
  })

  it.each(good)('%j leads there', async (vector, path) => {
    const there = service.origin + path
    expect(await destinationsOf(resolve(vector))).toEqual({ start: there, callback: there, login: there })
  })

  it('leads home if it is missing', async () => {
    const home = `${service.origin}/home`
    expect(await destinationsOf(undefined)).toEqual({ start: home, callback: home, login: home })
  })

  it.each([
    'returnTo=https://evil.test&returnTo=/goals',
    'returnTo=/goals&returnTo=https://evil.test',
    'returnTo=/goals&returnTo=/goals',
    'returnTo=/goals&%72eturnTo=/labels',
    'returnTo&returnTo=/goals',
    'returnTo=/&returnTo=/evil.test',
  ])('leads home from both redirects if it is repeated: %s', async (query) => {
    const home = `${service.origin}/home`
    const login = await send('GET', `/v1/auth/login?${query}&state=1&state=2`)
    const { origin, searchParams } = new URL(login.headers.get('location') ?? '')
    expect([login.status, origin, searchParams.get('returnTo')]).toEqual([302, service.origin, home])
    const callback = await send('GET', `/v1/auth/callback?${query}&state=1&state=2`)
    expect([callback.status, callback.headers.get('location')]).toEqual([302, home])
  })

  it.each([7, null, ['/goals'], { href: '/goals' }])(
    '400s %j in a login, which is not a string',
    async (returnTo) => {
      const response = await send('POST', '/v1/auth/login', { body: { email, password, returnTo } })
      expect(response).toMatchObject(refusal('invalid_request', 'returnTo'))
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )
})
