import { afterEach, describe, expect, it } from 'vitest'
import {
  type ChildService,
  createTemporaryDirectory,
  mainScript,
  runScript,
  startChildService,
} from '../support/service/child-process.ts'
import { productBehaviors } from './conformance/product.ts'
import type { Person, Request } from './conformance.ts'
import { assertionFor, proxyEnvironment, signed } from './support/assertions.ts'
import { claimsAt, createKey, jwtEnvironment, signToken, startKeyServer } from './support/issuer.ts'
import { oidcEnvironment, signInAt, startOpenIdProvider } from './support/openid-provider.ts'
import { createSend, type RequestHeaders, withHeaders } from './support/send.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

/** Starts the service as `npm start` does, with this environment and its own data directory. */
async function start(environment: Record<string, string>): Promise<ChildService> {
  const { directory, remove } = await createTemporaryDirectory()
  cleanups.push(remove)
  const service = await startChildService({ DATA_DIR: `${directory}/data`, ...environment })
  cleanups.push(async () => {
    service.process.kill('SIGTERM')
    await service.exited
  })
  return service
}

/** Runs the conformance behaviors that cover the whole product. */
async function useProduct(
  { origin }: ChildService,
  credentialOf: (person: Person, request: Request) => Promise<RequestHeaders>,
): Promise<void> {
  const as = (person: Person) => withHeaders(createSend(origin), (request) => credentialOf(person, request))
  for (const { holds } of productBehaviors) await holds({ as })
}

describe('npm start, configured by the environment alone,', () => {
  it('serves the whole product behind a trusted proxy', async () => {
    const service = await start(proxyEnvironment)
    await useProduct(service, async ({ key, ...profile }, request) =>
      signed(assertionFor(request, new Date(), { id: `google:${key}`, ...profile })),
    )
  })

  it('serves the whole product behind a JWT issuer', async () => {
    const key = await createKey('key-1', 'RS256')
    const issuer = await startKeyServer(key)
    cleanups.push(issuer.stop)
    const service = await start(jwtEnvironment(issuer.jwksUrl))
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
    const { origin, ...service } = await start(oidcEnvironment(provider.issuer))
    await provider.serve(origin)
    const cookies = new Map<string, string>()
    await useProduct({ origin, ...service }, async ({ key, displayName, email }) => {
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
  ])('exits 1 and one line that names %s but not its value', async (name, value, environment) => {
    const { directory, remove } = await createTemporaryDirectory()
    cleanups.push(remove)
    const settings = { PORT: '0', DATA_DIR: `${directory}/data`, ...environment, [name]: value }
    const { code, stdout, stderr } = await runScript(mainScript, [], settings)
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${name} [^\n]+\n$`))
    expect(stdout + stderr).not.toContain(value)
  })
})
