import { expect } from 'vitest'
import type { Behavior, Person, Subject } from '../support/provider-under-test.ts'
import { type Exchange, refusal } from '../support/send.ts'

const lise: Person = { key: 'lise', displayName: 'Lise Meitner', email: 'lise@example.com' }

/** Values of `returnTo` that must not leave the web origin. `ORIGIN` and `HOST` are replaced with the service's. */
const foreign = [
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:ORIGIN/00000000-0000-4000-8000-000000000000',
  'ORIGIN@evil.test',
  'ORIGIN.evil.test',
  'http://user@HOST/home',
  'https://HOST/home',
  '/\t/evil.test',
  ' //evil.test',
  'http://[::1',
]

const own = [
  ['/goals?status=active#top', '/goals?status=active#top'],
  ['ORIGIN/settings/team', '/settings/team'],
  ['/x?next=https://evil.test', '/x?next=https://evil.test'],
]

/** The final destinations of login and callback for a value of `returnTo`. */
async function destinationsOf(subject: Subject, returnTo: string | undefined) {
  const { anonymous, loginUrl, destinationAfter } = subject
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`
  const login = await anonymous('GET', `/v1/auth/login${query}`)
  const callback = await anonymous('GET', `/v1/auth/callback${query}`)
  expect([login.status, callback.status]).toEqual([302, 302])
  expect(callback.headers['referrer-policy']).toBe('no-referrer')

  if (destinationAfter) {
    const { origin, pathname } = new URL(login.headers.location ?? '')
    expect(origin + pathname).toBe(loginUrl)
    return [await destinationAfter(login), callback.headers.location]
  }
  // The provider's page keeps its own query and gets `returnTo`.
  const page = new URL(login.headers.location ?? '')
  const afterLogin = page.searchParams.get('returnTo')
  page.searchParams.delete('returnTo')
  expect(page.href).toBe(new URL(loginUrl).href)
  return [afterLogin, callback.headers.location]
}

export const redirectBehaviors: Behavior[] = [
  {
    title: 'config 200s with the sign-in method, with and without a session',
    holds: async ({ anonymous, as, method, ownSessions, providerHost, accountUrl }) => {
      const responses = [await anonymous('GET', '/v1/auth/config'), await as(lise)('GET', '/v1/auth/config')]
      for (const response of responses) expect(response).toMatchObject({ status: 200, body: { method } })
      const expected = {
        method,
        ...(ownSessions && { ownSessions }),
        ...(providerHost && { providerHost }),
        ...(accountUrl && { accountUrl }),
        // Of the service, whoever signs people in.
        mailboxPath: '/dev/mail',
      }
      for (const { body } of responses) expect(body).toEqual(expected)
    },
  },
  {
    title: 'login and callback 302 to the provider and back to returnTo, on the web origin only',
    holds: async (subject) => {
      const { origin } = subject
      const filled = (vector: string) =>
        vector.replaceAll('ORIGIN', origin).replaceAll('HOST', new URL(origin).host)
      const home = [`${origin}/home`, `${origin}/home`]
      for (const vector of [undefined, ...foreign]) {
        expect(await destinationsOf(subject, vector && filled(vector)), vector).toEqual(home)
      }
      for (const [vector = '', path = ''] of own) {
        const destinations = [origin + path, origin + path]
        expect(await destinationsOf(subject, filled(vector)), vector).toEqual(destinations)
      }
    },
  },
  {
    title: 'logout 200s with the next address, with a session, without one and with a broken credential',
    holds: async (subject) => {
      const { anonymous, as, logoutUrl } = subject
      const request = { method: 'POST', path: '/v1/auth/logout' }
      const next = { status: 200, body: { redirectTo: logoutUrl } }
      const leaving = { ...lise, key: 'lise-leaves', email: 'lise.leaves@example.com' }
      const left = await as(leaving)('POST', request.path)
      if (subject.ownSessions) expect(left.status).toBe(200)
      else expect(left).toMatchObject(next)
      expect(await anonymous('POST', request.path)).toMatchObject(next)
      for (const headers of Object.values(await subject.brokenCredentialsOf(lise, request))) {
        expect(await anonymous('POST', request.path, { headers })).toMatchObject(next)
      }
    },
  },
  {
    title:
      'POST login, register, verify-email and password routes 404 if the provider has no passwords, whatever the body',
    holds: async ({ anonymous, as, method }) => {
      const bodies: Exchange[] = [
        {},
        { rawBody: '{' },
        { rawBody: 'x', headers: { 'content-type': 'text/plain' } },
        { body: { unknown: true } },
        { rawBody: `"${'x'.repeat(300 * 1024)}"` },
      ]
      for (const path of [
        '/v1/auth/login',
        '/v1/auth/register',
        '/v1/auth/verify-email',
        '/v1/auth/verify-email/preview',
        '/v1/auth/verify-email/resend',
        '/v1/auth/password/forgot',
        '/v1/auth/password/reset',
      ]) {
        for (const exchange of bodies) {
          for (const send of [anonymous, as(lise)]) {
            const response = await send('POST', path, exchange)
            if (method === 'redirect') expect(response, path).toMatchObject(refusal('not_found'))
            else expect([400, 413, 415], path).toContain(response.status)
          }
        }
      }
    },
  },
]
