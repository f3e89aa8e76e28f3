import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ProviderName } from '@cairn/lambda/auth/providers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oidcEnvironment } from '../../access/authentication/support/openid-provider.ts'
import { startScriptedIssuer } from '../../access/authentication/support/scripted-issuer.ts'
import { createWireTable, type WireTable } from '../../support/service/engine.ts'
import { builtCode } from '../support/built-code.ts'
import { type BuiltFunction, startBuiltFunction } from '../support/built-function.ts'

const addresses = { LOGIN_URL: 'https://id.test/login', LOGOUT_URL: 'https://id.test/logout' }
const prefixed = (prefix: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]))

let directory: string
let table: WireTable
const running: BuiltFunction[] = []
const stops: (() => Promise<void>)[] = []

/** The built function has the real time, the scripted provider its own. */
const realTimes = () => {
  const now = Math.floor(Date.now() / 1000)
  return { iat: now, exp: now + 300 }
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-providers-'))
  table = await createWireTable()
})
afterAll(async () => {
  await Promise.all(running.map((lambda) => lambda.stop()))
  await Promise.all(stops.map((stop) => stop()))
  await table.stop()
  await rm(directory, { recursive: true })
})

/** Starts the auth function, built for a provider as by `function-code.ts`. */
async function startAuth(provider: ProviderName, environment: Record<string, string>) {
  const code = await builtCode('auth', { provider, email: 'off' })
  const lambda = await startBuiltFunction(code, directory, provider, {
    TABLE_NAME: table.tableName,
    DYNAMODB_ENDPOINT: table.endpoint,
    AWS_REGION: table.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    WEB_ORIGIN: 'https://cairn.test',
    CURSOR_SECRET: 'unused',
    EMAIL_DELIVERY: 'off',
    AUTH_PROVIDER: provider,
    ...environment,
  })
  running.push(lambda)
  return (
    headers: Record<string, string>,
    method = 'GET',
    route = '/v1/auth/session',
    { query = new URLSearchParams(), cookies }: { query?: URLSearchParams; cookies?: string[] } = {},
  ) =>
    lambda.invoke<{
      statusCode: number
      body: string
      headers?: Record<string, string>
      cookies?: string[]
    }>({
      version: '2.0',
      routeKey: `${method} ${route}`,
      rawPath: route,
      rawQueryString: query.toString(),
      queryStringParameters: Object.fromEntries(query),
      headers,
      ...(cookies && { cookies }),
      requestContext: { requestId: 'request-1', http: { method, path: route } },
      isBase64Encoded: false,
    })
}

describe('the auth function built for', () => {
  it('JSON Web Tokens accepts valid tokens of the issuer only', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwksFile = path.join(directory, 'jwks.json')
    const key = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256' }
    await writeFile(jwksFile, JSON.stringify({ keys: [key] }))
    const settings = { ISSUER: 'https://id.test', AUDIENCE: 'cairn', JWKS_FILE: jwksFile, ...addresses }
    const ask = await startAuth('jwt', prefixed('AUTH_JWT', settings))
    const token = await new SignJWT({ name: 'Ada', email: 'ada@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
      .setIssuer('https://id.test')
      .setAudience('cairn')
      .setSubject('ada')
      .setExpirationTime('5m')
      .sign(privateKey)
    const response = await ask({ authorization: `Bearer ${token}` })
    expect(response.statusCode, response.body).toBe(200)
    expect(JSON.parse(response.body).user).toMatchObject({ displayName: 'Ada', email: 'ada@example.com' })
    expect(await ask({ authorization: `Bearer ${token}x` })).toMatchObject({ statusCode: 401 })
  })

  it('an OpenID provider signs people in, and accepts their session', async () => {
    const issuer = await startScriptedIssuer()
    stops.push(issuer.stop)
    const { AUTH_PROVIDER: _, ...settings } = oidcEnvironment(issuer.issuer)
    const ask = await startAuth('oidc', settings)
    const left = await ask({}, 'GET', '/v1/auth/login')
    expect(left.statusCode, left.body).toBe(302)
    const url = left.headers?.location ?? ''
    issuer.play({ claims: (claims) => ({ ...claims, ...realTimes() }) })
    const state = new URL(url).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: issuer.codeFor(url), state, iss: issuer.issuer })
    const cookies = (left.cookies ?? []).map((cookie) => cookie.split(';')[0] ?? '')
    const back = await ask({}, 'GET', '/v1/auth/callback', { query, cookies })
    expect(back.headers?.location).toBe('https://cairn.test/home')
    const session = back.cookies?.find((cookie) => cookie.startsWith('__Host-session='))?.split(';')[0] ?? ''
    const response = await ask({}, 'GET', '/v1/auth/session', { cookies: [session] })
    expect(response.statusCode, response.body).toBe(200)
    expect(JSON.parse(response.body).user).toMatchObject({ id: 'company:1815', displayName: 'Ada Lovelace' })
  })

  it('a trusted proxy 401s without an assertion', async () => {
    const settings = { SECRET: 's'.repeat(32), ISSUER: 'proxy', AUDIENCE: 'test', ...addresses }
    const ask = await startAuth('trusted_proxy', prefixed('AUTH_PROXY', settings))
    expect(await ask({})).toMatchObject({ statusCode: 401 })
  })
})
