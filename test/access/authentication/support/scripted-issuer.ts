import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../support/service/service.ts'
import { type BrowserJar, createBrowserJar } from './browser-jar.ts'
import { createClock } from './clock.ts'
import { createKey, type Responder, type SigningKey, signToken } from './issuer.ts'
import { oidcEnvironment } from './openid-provider.ts'

type Claims = Record<string, unknown>

/** Changes of a test to the provider. Each function gets the response of a correct provider. */
export type Script = {
  metadata: (metadata: Claims) => Claims
  /** Of the identity token. */
  claims: (claims: Claims) => Claims
  sign: (claims: Claims) => Promise<string> | string
  tokens: (response: Claims) => Claims
  userInfo: Claims | undefined
  keys: SigningKey[]
  /** Instead of the response of an endpoint. */
  responders: Partial<Record<'discovery' | 'keys' | 'token' | 'userinfo', Responder>>
}

export const ada = { sub: '1815', name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true }

/** An OpenID provider that does what a test says, with a clock of its own and every endpoint but a sign-in page. */
export async function startScriptedIssuer() {
  const clock = createClock()
  const key = await createKey('key-1', 'RS256')
  const codes = new Map<string, { challenge: string; nonce: string }>()
  const requests = { discovery: 0, keys: 0, token: 0, userinfo: 0 }
  const seconds = () => Math.floor(clock.read().getTime() / 1000)
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const correct = (): Script => ({
    metadata: (metadata) => metadata,
    claims: (claims) => claims,
    sign: (claims) => signToken(claims, key),
    tokens: (response) => response,
    userInfo: undefined,
    keys: [key],
    responders: {},
  })
  let script = correct()

  const json = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', issuer)
    const endpoint = endpoints[pathname]
    if (!endpoint) {
      response.writeHead(404).end()
      return
    }
    requests[endpoint]++
    const responder = script.responders[endpoint]
    if (responder) responder(request, response)
    else await correctly[endpoint](request, response)
  }

  const endpoints: Record<string, keyof typeof requests> = {
    '/.well-known/openid-configuration': 'discovery',
    '/keys': 'keys',
    '/token': 'token',
    '/userinfo': 'userinfo',
  }

  const correctly = {
    discovery: (_: IncomingMessage, response: ServerResponse) =>
      json(
        response,
        script.metadata({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/keys`,
          end_session_endpoint: `${issuer}/logout`,
          authorization_response_iss_parameter_supported: true,
          id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
        }),
      ),
    keys: (_: IncomingMessage, response: ServerResponse) =>
      json(response, { keys: script.keys.map(({ jwk }) => jwk) }),
    userinfo: (_: IncomingMessage, response: ServerResponse) =>
      json(response, script.userInfo ?? { sub: ada.sub }),
    token: async (request: IncomingMessage, response: ServerResponse) => {
      const form = new URLSearchParams(await textOf(request))
      const code = form.get('code') ?? ''
      const known = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const client = Buffer.from(
        `cairn:${encodeURIComponent(oidcEnvironment(issuer).AUTH_OIDC_CLIENT_SECRET ?? '').replaceAll('%20', '+')}`,
      ).toString('base64')
      if (request.headers.authorization !== `Basic ${client}`) {
        json(response, { error: 'invalid_client' }, 401)
      } else if (
        !known ||
        known.challenge !== challenge ||
        !form.get('redirect_uri')?.endsWith('/v1/auth/callback')
      ) {
        json(response, { error: 'invalid_grant' }, 400)
      } else {
        const claims = script.claims({
          ...timesNow(),
          ...ada,
          aud: 'cairn',
          nonce: known.nonce,
          sid: 'session-1',
        })
        json(
          response,
          script.tokens({
            access_token: 'access',
            token_type: 'Bearer',
            id_token: await script.sign(claims),
          }),
        )
      }
    },
  }

  const timesNow = () => ({ iss: issuer, iat: seconds(), exp: seconds() + 300 })

  let count = 0
  return {
    issuer,
    clock,
    key,
    requests,
    /** Behaves correctly but for these. */
    play(changes: Partial<Script> = {}): void {
      script = { ...correct(), ...changes }
    },
    /** Returns the code for the callback of a person's sign-in at the address of the provider's page. */
    codeFor(signInUrl: string): string {
      const { searchParams } = new URL(signInUrl)
      const code = `code-${++count}`
      codes.set(code, {
        challenge: searchParams.get('code_challenge') ?? '',
        nonce: searchParams.get('nonce') ?? '',
      })
      return code
    },
    /** A correct logout token but for `changes`; an `undefined` claim is left out. */
    logoutToken(changes: Claims = {}, signer = key, header: object = { typ: 'logout+jwt' }): Promise<string> {
      const claims = {
        ...timesNow(),
        aud: 'cairn',
        jti: `logout-${++count}`,
        sub: ada.sub,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...changes,
      }
      return signToken(claims, signer, header)
    },
    seconds,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

export type ScriptedIssuer = Awaited<ReturnType<typeof startScriptedIssuer>>

/** A service that signs people in at a scripted provider, with the provider's clock. */
export async function startServiceOf(
  issuer: ScriptedIssuer,
  { environment, ...options }: TestServiceOptions = {},
): Promise<TestService> {
  return startTestService({
    clock: issuer.clock.read,
    environment: { ...oidcEnvironment(issuer.issuer), ...environment },
    ...options,
  })
}

/** Goes to the provider's page. Returns the browser and the page's address. */
export async function leaveForSignIn(
  { origin }: { origin: string },
  { browser = createBrowserJar(), returnTo }: { browser?: BrowserJar; returnTo?: string } = {},
) {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`
  const response = await browser.send(`${origin}/v1/auth/login${query}`)
  return { browser, url: response.headers.get('location') ?? '' }
}

/** Comes back from the provider's page, with a correct response but for `changes`. */
export async function comeBack(
  { origin }: { origin: string },
  issuer: ScriptedIssuer,
  { browser, url }: { browser: BrowserJar; url: string },
  changes: Record<string, string | undefined> = {},
) {
  const parameters = {
    code: issuer.codeFor(url),
    state: new URL(url).searchParams.get('state') ?? '',
    iss: issuer.issuer,
    ...changes,
  }
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return callBack({ origin }, browser, new URLSearchParams(given))
}

/** Opens the callback. Returns where it leads, why it has failed, and the session cookie that it set. */
export async function callBack(
  { origin }: { origin: string },
  browser: BrowserJar,
  parameters: URLSearchParams,
) {
  const response = await browser.send(`${origin}/v1/auth/callback?${parameters}`)
  const location = new URL(response.headers.get('location') ?? '', origin)
  const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('session='))
  return {
    status: response.status,
    location: location.href,
    problem: location.pathname === '/sign-in' ? location.searchParams.get('problem') : null,
    cookie: session?.split(';')[0],
    browser,
  }
}

/** Signs in from beginning to end. */
export async function signInWith(
  service: { origin: string },
  issuer: ScriptedIssuer,
  options: Parameters<typeof leaveForSignIn>[1] = {},
) {
  return comeBack(service, issuer, await leaveForSignIn(service, options))
}

/** A token with these claims and a made-up algorithm. */
export function unsignedToken(claims: Claims, header: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode(header)}.${encode(claims)}.`
}

/** A token signed with a symmetric algorithm, whose key is any text that everybody knows. */
export function symmetricToken(claims: Claims, key: string, kid: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
