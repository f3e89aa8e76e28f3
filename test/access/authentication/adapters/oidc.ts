import { startTestService } from '../../../support/service/service.ts'
import { createBrowserJar } from '../support/browser-jar.ts'
import { oidcEnvironment, signInAt, startOpenIdProvider } from '../support/openid-provider.ts'
import type { Person, ProviderAdapter } from '../support/provider-under-test.ts'

/** People sign in at a real OpenID provider, and sessions are cookies of the service. */
export const oidcAdapter: ProviderAdapter = {
  name: 'an OpenID provider',
  start: async () => {
    const provider = await startOpenIdProvider()
    const accountUrl = `${provider.issuer}/account`
    const service = await startTestService({
      environment: { ...oidcEnvironment(provider.issuer), AUTH_ACCOUNT_URL: accountUrl },
    })
    const { origin } = service
    await provider.serve(origin)
    const cookies = new Map<string, Promise<string>>()

    async function signIn({ key, displayName, email }: Person, returnTo?: string) {
      provider.profiles.set(key, { name: displayName, email, email_verified: true })
      return signInAt(origin, key, { ...(returnTo !== undefined && { returnTo }) })
    }

    async function cookieOf(person: Person): Promise<string> {
      const identity = JSON.stringify(person)
      const cookie = cookies.get(identity) ?? signIn(person).then((signedIn) => signedIn.cookie ?? '')
      cookies.set(identity, cookie)
      return cookie
    }

    return {
      origin,
      method: 'redirect',
      ownSessions: true,
      providerHost: new URL(provider.issuer).host,
      accountUrl,
      loginUrl: `${provider.issuer}/auth`,
      logoutUrl: `${origin}/sign-in`,
      /** Only the whole way shows it: the provider gets a sealed `state` instead. */
      destinationAfter: async (login) => {
        const browser = createBrowserJar()
        browser.adopt(origin, login.headers['set-cookie']?.[0]?.split(';')[0] ?? '')
        provider.profiles.set('lise', { name: 'Lise', email: 'lise@example.com', email_verified: true })
        const page = await browser.open(login.headers.location ?? '')
        const { url } = await browser.open(page.url, {
          method: 'POST',
          body: new URLSearchParams({ subject: 'lise' }),
        })
        return url
      },
      lines: service.lines,
      stop: async () => {
        await service.stop()
        await provider.stop()
      },
      credentialOf: async (person) => ({ cookie: await cookieOf(person) }),
      brokenCredentialsOf: async (person) => {
        const cookie = await cookieOf(person)
        const [user = '', session = '', secret = ''] = cookie.replace('session=', '').split('.')
        const other = Buffer.from('company:nobody').toString('base64url')
        return {
          'no session': { cookie: 'session=x' },
          'another secret': { cookie: `session=${user}.${session}.${'A'.repeat(43)}` },
          'another user': { cookie: `session=${other}.${session}.${secret}` },
          'no session of the provider': { cookie: `session=${user}..${secret}` },
          'another session of the provider': { cookie: `session=${user}.${'0'.repeat(64)}.${secret}` },
          'another name': { cookie: cookie.replace('session=', '__Host-session=') },
        }
      },
    }
  },
}
