import { sentenceAbout } from '@cairn/local/start-error'
import { afterEach, describe, expect, it } from 'vitest'
import { machineForEachTest } from '../../support/service/machine.ts'
import { productBehaviors } from './conformance/product.ts'
import { assertionFor, proxyEnvironment, signed } from './support/assertions.ts'
import { claimsAt, createKey, jwtEnvironment, signToken, startKeyServer } from './support/issuer.ts'
import { oidcEnvironment, signInAt, startOpenIdProvider } from './support/openid-provider.ts'
import type { Person, Request } from './support/provider-under-test.ts'
import { createSend, type RequestHeaders, withHeaders } from './support/send.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

const machine = machineForEachTest()

/** Runs the conformance behaviors that cover the whole product. */
async function useProduct(
  { origin }: { origin: string },
  credentialOf: (person: Person, request: Request) => Promise<RequestHeaders>,
): Promise<void> {
  const as = (person: Person) => withHeaders(createSend(origin), (request) => credentialOf(person, request))
  for (const { holds } of productBehaviors) await holds({ as })
}

describe('npm start, configured by the environment alone,', () => {
  it('serves the whole product behind a trusted proxy, in a process of its own', async () => {
    const service = await machine.start(proxyEnvironment)
    await useProduct(service, async ({ key, ...profile }, request) =>
      signed(assertionFor(request, new Date(), { id: `google:${key}`, ...profile })),
    )
  })

  it('serves the whole product behind a JWT issuer', async () => {
    const key = await createKey('key-1', 'RS256')
    const issuer = await startKeyServer(key)
    cleanups.push(issuer.stop)
    const service = await machine.startHere({ environment: jwtEnvironment(issuer.jwksUrl) })
    await useProduct(service, async (person) => {
      const claims = {
        ...claimsAt(new Date()),
        sub: person.key,
        name: person.displayName,
        email: person.email,
      }
      return { authorization: `Bearer ${await signToken(claims, key)}` }
    })
  })

  it('serves the whole product with an OpenID provider, which starts later', async () => {
    const provider = await startOpenIdProvider()
    cleanups.push(provider.stop)
    const { origin } = await machine.startHere({ environment: oidcEnvironment(provider.issuer) })
    await provider.serve(origin)
    const cookies = new Map<string, string>()
    await useProduct({ origin }, async ({ key, displayName, email }) => {
      provider.profiles.set(key, { name: displayName, email, email_verified: true })
      const cookie = cookies.get(key) ?? (await signInAt(origin, key)).cookie ?? ''
      cookies.set(key, cookie)
      return { cookie }
    })
  })

  it.each([
    ['AUTH_PROXY_SECRET', 'thirty-one bytes, one too few..', proxyEnvironment],
    ['AUTH_PROXY_LOGIN_URL', 'proxy.test/login', proxyEnvironment],
    ['AUTH_JWT_ALGORITHMS', 'HS256', jwtEnvironment('https://issuer.test/jwks.json')],
    ['AUTH_JWT_JWKS_FILE', '/nonexistent/keys.json', jwtEnvironment('')],
    ['AUTH_OIDC_ISSUER', 'http://id.test/realm', oidcEnvironment('')],
  ])(
    'does not start, and says in one line that names %s but not its value why',
    async (name, value, environment) => {
      const start = machine.startHere({ environment: { ...environment, [name]: value } })
      const sentence = sentenceAbout(await start.catch((error: unknown) => error))
      expect(sentence).toMatch(new RegExp(`^${name} [^\n]+$`))
      expect(sentence).not.toContain(value)
    },
  )
})
