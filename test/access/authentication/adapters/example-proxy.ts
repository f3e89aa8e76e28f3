import { type ExampleProxy, startExampleProxy } from '@cairn/example-proxy'
import { startTestService } from '../../../support/service/service.ts'
import { assertionFor, proxyEnvironment, secret, signed } from '../support/assertions.ts'
import type { Person, ProviderAdapter } from '../support/provider-under-test.ts'

/** Submits the proxy's form and returns its cookie. */
async function signIn({ loginUrl }: ExampleProxy, { key, displayName, email }: Person): Promise<string> {
  const response = await fetch(loginUrl, {
    method: 'POST',
    body: new URLSearchParams({ user: key, displayName, email, returnTo: '/goals' }),
    redirect: 'manual',
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The service behind the example proxy, which browsers talk to. */
export const exampleProxyAdapter: ProviderAdapter = {
  name: 'the example proxy',
  start: async () => {
    const upstream = Promise.withResolvers<string>()
    const proxy = await startExampleProxy({
      upstream: upstream.promise,
      port: 0,
      secret,
      issuer: proxyEnvironment.AUTH_PROXY_ISSUER,
      audience: proxyEnvironment.AUTH_PROXY_AUDIENCE,
    })
    const { origin, loginUrl, logoutUrl } = proxy
    const service = await startTestService({
      environment: {
        ...proxyEnvironment,
        WEB_ORIGIN: origin,
        AUTH_PROXY_LOGIN_URL: loginUrl,
        AUTH_PROXY_LOGOUT_URL: logoutUrl,
      },
    })
    upstream.resolve(service.origin)
    const cookies = new Map<string, Promise<string>>()
    return {
      origin,
      method: 'redirect',
      loginUrl,
      logoutUrl,
      lines: service.lines,
      stop: async () => {
        await proxy.stop()
        await service.stop()
      },
      credentialOf: async (person) => {
        const identity = JSON.stringify(person)
        const cookie = cookies.get(identity) ?? signIn(proxy, person)
        cookies.set(identity, cookie)
        return { cookie: await cookie }
      },
      brokenCredentialsOf: async ({ key, displayName, email }, request) => {
        const user = { id: `example:${key}`, displayName, email }
        const headers = signed(assertionFor(request, new Date(), user))
        return {
          'no session of the proxy': { cookie: 'example-proxy-session=x' },
          'an empty session of the proxy': { cookie: 'example-proxy-session=' },
          // Valid headers, which the service would trust: the proxy must not forward them.
          'headers that only the proxy may send': headers,
          'the same headers, twice': Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [`${value}`, `${value}`]]),
          ),
        }
      },
    }
  },
}
