import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createWireTable } from '../../support/service/engine.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { createClock } from './support/clock.ts'
import {
  claimsAt,
  createKey,
  jwtEnvironment,
  type KeyServer,
  type Responder,
  type SigningKey,
  signToken,
  startKeyServer,
} from './support/issuer.ts'
import { createSend, refusal, type TestResponse } from './support/send.ts'
import { holdTimeLimits } from './support/time-limits.ts'

const clock = createClock()
const claims = claimsAt(clock.read())

const first = await createKey('key-1')
const second = await createKey('key-2')

const table = stopAfterFile(await createWireTable())

const cleanups: (() => Promise<void>)[] = []
afterEach(() => vi.restoreAllMocks())
// All at the same time, because a service waits 100 ms for last requests when it stops.
afterAll(async () => {
  await Promise.all(cleanups.map((cleanUp) => cleanUp()))
})

async function startIssuer(...keys: SigningKey[]): Promise<KeyServer> {
  const issuer = await startKeyServer(...keys)
  cleanups.push(issuer.stop)
  return issuer
}

async function startService(jwksUrl: string): Promise<TestService> {
  const service = await startTestService({ table, clock: clock.read, environment: jwtEnvironment(jwksUrl) })
  cleanups.push(service.stop)
  return service
}

/** Sends a request with a token that the key has signed. */
async function send(service: TestService, key: SigningKey, path = '/v1/auth/session'): Promise<TestResponse> {
  const authorization = `Bearer ${await signToken(claims, key)}`
  return createSend(service.origin)('GET', path, { headers: { authorization } })
}

/** Sends requests with made-up key ids, 50 at a time, which share a fetch. Returns the statuses that occurred. */
async function flood(service: TestService, requests: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let start = 0; start < requests; start += 50) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(service, { ...second, kid: `made-up-${start + index}` })),
    )
    for (const { status } of responses) statuses.add(status)
  }
  return statuses
}

/** Stops the clock by which keys expire, which is not the service's clock. Returns a function that advances it. */
function holdTime(): (milliseconds: number) => void {
  let moment = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => moment)
  return (milliseconds) => {
    moment += milliseconds
  }
}

describe('keys are fetched', () => {
  it('once for all functions and all tokens', async () => {
    const issuer = await startIssuer(first)
    const service = await startService(issuer.jwksUrl)
    expect(issuer.fetches).toBe(0)
    const paths = ['/v1/auth/session', '/v1/organizations', '/v1/goals', '/v1/goal-labels', '/v1/api-tokens']
    const responses = await Promise.all(paths.map((path) => send(service, first, path)))
    expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200))
    expect(issuer.fetches).toBe(1)
  })

  it('at most once in 30 seconds for made-up key ids, which 401', async () => {
    const advance = holdTime()
    const issuer = await startIssuer(first)
    const service = await startService(issuer.jwksUrl)
    expect(await flood(service, 200)).toEqual(new Set([401]))
    expect(issuer.fetches).toBe(1)
    advance(29_999)
    expect(await flood(service, 50)).toEqual(new Set([401]))
    expect(issuer.fetches).toBe(1)
    advance(1)
    expect(await flood(service, 50)).toEqual(new Set([401]))
    expect(issuer.fetches).toBe(2)
    expect(await send(service, first)).toMatchObject({ status: 200 })
  })

  it('at most five times in 10 seconds while the issuer fails; requests 503', async () => {
    const advance = holdTime()
    const issuer = await startIssuer(first)
    issuer.respondWith((_, response) => response.writeHead(500).end())
    const service = await startService(issuer.jwksUrl)
    for (let request = 1; request <= 7; request++) {
      expect(await send(service, first)).toMatchObject(refusal('unavailable'))
      expect(issuer.fetches).toBe(Math.min(request, 5))
    }
    expect(await flood(service, 300)).toEqual(new Set([503]))
    advance(9_999)
    expect(await send(service, first)).toMatchObject(refusal('unavailable'))
    expect(issuer.fetches).toBe(5)
    advance(1)
    expect(await flood(service, 300)).toEqual(new Set([503]))
    expect(issuer.fetches).toBe(10)
    issuer.publish(first)
    advance(10_000)
    expect(await send(service, first)).toMatchObject({ status: 200 })
  })

  it('at most five times in 10 seconds if the issuer starts to fail; known keys still 200', async () => {
    const advance = holdTime()
    const issuer = await startIssuer(first)
    const service = await startService(issuer.jwksUrl)
    expect(await send(service, first)).toMatchObject({ status: 200 })
    issuer.respondWith((_, response) => response.writeHead(503).end())
    advance(31_000)
    expect(await flood(service, 300)).toEqual(new Set([503]))
    expect(issuer.fetches).toBe(1 + 5)
    expect(await send(service, first)).toMatchObject({ status: 200 })
  })

  it('once in 10 minutes for a known key', async () => {
    const advance = holdTime()
    const issuer = await startIssuer(first)
    const service = await startService(issuer.jwksUrl)
    for (const [milliseconds, fetches] of [
      [0, 1],
      [599_999, 1],
      [1, 2],
    ] as const) {
      advance(milliseconds)
      expect(await send(service, first)).toMatchObject({ status: 200 })
      expect(issuer.fetches).toBe(fetches)
    }
  })
})

describe('a valid key beside a broken one', () => {
  const { kid, x, ...rest } = first.jwk
  const shortened = { ...first.jwk, x: x?.slice(0, 10) }

  async function startServiceWithKeys(keys: unknown[]): Promise<TestService> {
    const issuer = await startIssuer()
    issuer.respondWith((_, response) => response.writeHead(200).end(JSON.stringify({ keys })))
    return startService(issuer.jwksUrl)
  }

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'key-0'],
    ['a number', 7],
    ['a list', [first.jwk]],
    ['an empty object', {}],
    ['a key without a type', { kid: 'key-0' }],
    ['a key of an unknown type', { kty: 'quantum', kid: 'key-0' }],
    ['a key whose type is not a string', { kty: ['EC'], kid: 'key-0' }],
    ['a key without an id', rest],
    ['a key that is not a point of its curve', { ...shortened, kid: 'key-0' }],
    ['an RSA key without a modulus', { kty: 'RSA', kid: 'key-0', alg: 'RS256', e: 'AQAB' }],
    ['a key with values that are not strings', { ...first.jwk, kid: 'key-0', x: 7, y: null }],
    ['a key for signing only', { ...first.jwk, kid: 'key-0', key_ops: 'sign' }],
    ['a broken key with the same id', shortened],
  ])('is accepted, before or after %s: 200', async (_, broken) => {
    for (const keys of [
      [broken, first.jwk],
      [first.jwk, broken],
    ]) {
      const service = await startServiceWithKeys(keys)
      expect(await send(service, first)).toMatchObject({ status: 200 })
      expect(await send(service, { ...second, kid: 'key-1' })).toMatchObject(refusal('unauthorized'))
      expect(await send(service, { ...first, kid: 'key-0' })).toMatchObject(refusal('unauthorized'))
    }
  })

  it('is accepted if it shares its id with another valid key: 200', async () => {
    const service = await startServiceWithKeys([first.jwk, { ...second.jwk, kid }])
    expect(await send(service, first)).toMatchObject({ status: 200 })
    expect(await send(service, { ...second, kid: 'key-1' })).toMatchObject({ status: 200 })
    const third = await createKey('key-1')
    expect(await send(service, third)).toMatchObject(refusal('unauthorized'))
  })

  it('is accepted from a key file: 200', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'cairn-keys-'))
    cleanups.push(() => rm(directory, { recursive: true }))
    const file = path.join(directory, 'jwks.json')
    await writeFile(file, JSON.stringify({ keys: [null, { ...shortened, kid: 'key-0' }, first.jwk] }))
    const environment = {
      ...jwtEnvironment(''),
      AUTH_JWT_JWKS_URL: undefined,
      AUTH_JWT_JWKS_FILE: file,
    }
    const service = await startTestService({ table, clock: clock.read, environment })
    cleanups.push(service.stop)
    expect(await send(service, first)).toMatchObject({ status: 200 })
    expect(await send(service, { ...first, kid: 'key-0' })).toMatchObject(refusal('unauthorized'))
  })
})

describe('a rotated key', () => {
  it('401s until keys may be fetched again, then 200s; a withdrawn key 401s after 10 minutes', async () => {
    const advance = holdTime()
    const issuer = await startIssuer(first)
    const service = await startService(issuer.jwksUrl)
    expect(await send(service, first)).toMatchObject({ status: 200 })

    issuer.publish(first, second)
    expect(await send(service, second)).toMatchObject(refusal('unauthorized'))
    advance(31_000)
    expect(await send(service, second)).toMatchObject({ status: 200 })
    expect(await send(service, first)).toMatchObject({ status: 200 })
    expect(issuer.fetches).toBe(2)

    issuer.publish(second)
    advance(601_000)
    expect(await send(service, first)).toMatchObject(refusal('unauthorized'))
    expect(await send(service, second)).toMatchObject({ status: 200 })
    expect(issuer.fetches).toBe(3)
  })

  it('401s another key under a known id', async () => {
    const issuer = await startIssuer(first)
    const service = await startService(issuer.jwksUrl)
    expect(await send(service, { ...second, kid: 'key-1' })).toMatchObject(refusal('unauthorized'))
  })
})

/** The address of a key set on a port that nothing listens on. */
async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jwks.json`
}

describe('an issuer without usable keys', () => {
  /** The time limit of a request, which a hanging issuer must not exceed. */
  const limitMilliseconds = 8_000

  async function expectNoSession(service: TestService, status: number): Promise<void> {
    const responses = await Promise.all([
      send(service, first),
      send(service, second),
      send(service, first, '/v1/goals'),
    ])
    const code = status === 401 ? 'unauthorized' : 'unavailable'
    for (const response of responses) {
      expect(response).toMatchObject(refusal(code))
      if (status === 503) expect(response.headers['retry-after']).toMatch(/^\d+$/)
    }
  }

  const keySet = () => JSON.stringify({ keys: [first.jwk, second.jwk] })

  it('503s if nothing listens', async () => {
    await expectNoSession(await startService(await deadUrl()), 503)
  })

  describe('that hangs', () => {
    const hanging: Record<string, Responder> = {
      'it never responds': () => {},
      'it never ends its response': (_, response) => response.writeHead(200).write('{"keys":['),
      'it sends a byte now and then': (_, response) => {
        const drip = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(drip))
      },
    }
    it.each(Object.entries(hanging))('503s in time if %s', async (_, responder) => {
      const issuer = await startIssuer()
      issuer.respondWith(responder)
      const service = await startService(issuer.jwksUrl)
      const limits = holdTimeLimits()
      for (const path of ['/v1/auth/session', '/v1/goals']) {
        const before = issuer.fetches
        const isHanging = () => issuer.fetches > before
        const { result, milliseconds } = await limits.passUntil(send(service, first, path), isHanging)
        expect(result).toMatchObject(refusal('unavailable'))
        expect(milliseconds).toBeGreaterThan(0)
        expect(milliseconds).toBeLessThan(limitMilliseconds)
      }
    })
  })

  it.each<[string, number, Responder]>([
    ['it drops the connection', 503, (request) => request.socket.destroy()],
    ['it responds with an error', 503, (_, response) => response.writeHead(500).end(keySet())],
    ['it responds with keys and status 404', 503, (_, response) => response.writeHead(404).end(keySet())],
    ['it responds with keys and status 201', 503, (_, response) => response.writeHead(201).end(keySet())],
    [
      'it responds with a page',
      503,
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Login</h1>'),
    ],
    ['it responds with nothing', 503, (_, response) => response.writeHead(200).end()],
    ['it responds with null', 503, (_, response) => response.writeHead(200).end('null')],
    [
      'it responds with a bare list',
      503,
      (_, response) => response.writeHead(200).end(`[${JSON.stringify(first.jwk)}]`),
    ],
    [
      'it responds with a set of anything but keys',
      503,
      (_, response) => response.writeHead(200).end('{"keys":["key-1",7]}'),
    ],
    ['it responds with an empty set', 401, (_, response) => response.writeHead(200).end('{"keys":[]}')],
  ])('never opens a session if %s: %i', async (_, status, responder) => {
    const issuer = await startIssuer()
    issuer.respondWith(responder)
    await expectNoSession(await startService(issuer.jwksUrl), status)
  })

  it('503s if it redirects, and the redirect is not followed', async () => {
    const elsewhere = await startIssuer(first, second)
    const issuer = await startIssuer()
    issuer.respondWith((_, response) => response.writeHead(302, { location: elsewhere.jwksUrl }).end())
    await expectNoSession(await startService(issuer.jwksUrl), 503)
    expect(elsewhere.fetches).toBe(0)
  })

  it('200s as soon as it has keys, and 403s a mutation without Origin even before', async () => {
    const issuer = await startIssuer()
    issuer.respondWith((_, response) => response.writeHead(502).end())
    const service = await startService(issuer.jwksUrl)
    await expectNoSession(service, 503)
    const authorization = `Bearer ${await signToken(claims, first)}`
    const mutation = createSend(service.origin)('POST', '/v1/goals', {
      headers: { origin: undefined, authorization },
    })
    expect(await mutation).toMatchObject(refusal('origin_not_allowed'))
    issuer.publish(first)
    expect(await send(service, first)).toMatchObject({ status: 200 })
  })

  it('503s a known key that has expired and cannot be fetched again', async () => {
    const advance = holdTime()
    const issuer = await startIssuer(first)
    const service = await startService(issuer.jwksUrl)
    expect(await send(service, first)).toMatchObject({ status: 200 })
    issuer.respondWith((request) => request.socket.destroy())
    advance(599_000)
    expect(await send(service, first)).toMatchObject({ status: 200 })
    advance(2_000)
    expect(await send(service, first)).toMatchObject(refusal('unavailable'))
  })
})
