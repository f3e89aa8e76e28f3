import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createSend } from '../../../../support/requests/exchange.ts'

/** Tests what both redirects of the sign-in share. */
export async function describeRedirect(
  path: '/v1/auth/login' | '/v1/auth/callback',
  page: string,
): Promise<void> {
  const { service, ada } = await startWithAda()
  const send = createSend(service)

  describe(`GET ${path}`, () => {
    it(`302s to ${page}, whatever else the query holds`, async () => {
      const response = await send('GET', `${path}?code=x&state=y&__proto__=z`)
      expect(response.status).toBe(302)
      const location = response.headers.get('location') ?? ''
      expect(new URL(location).pathname).toBe(page)
      expect(location).not.toMatch(/code|state|proto/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    })

    it('302s from any page, with and without a session', async () => {
      for (const headers of [
        { origin: 'https://evil.test' },
        { origin: undefined },
        { cookie: ada.cookie },
        { cookie: 'session=x' },
      ]) {
        expect(await send('GET', path, { headers })).toMatchObject({ status: 302 })
      }
    })
  })
}
