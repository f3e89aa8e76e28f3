import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTestService, type TestService } from '../support/service/service.ts'
import { createClock } from './support/clock.ts'
import {
  claimsAt,
  createKey,
  jwtEnvironment,
  type KeyServer,
  type SigningKey,
  signToken,
  startKeyServer,
} from './support/issuer.ts'
import { type Answer, createSend, refusal } from './support/send.ts'

const clock = createClock()
const claims = claimsAt(clock.read())

const first = await createKey('key-1')
const second = await createKey('key-2')

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of endings.splice(0)) await end()
})

async function startIssuer(...keys: SigningKey[]): Promise<KeyServer> {
  const issuer = await startKeyServer(...keys)
  endings.push(issuer.stop)
  return issuer
}

async function startBelieving(jwksUrl: string): Promise<TestService> {
  const service = await startTestService({ clock: clock.read, environment: jwtEnvironment(jwksUrl) })
  endings.unshift(service.stop)
  return service
}

/** What a route answers to a token that is signed by the key. */
async function ask(service: TestService, key: SigningKey, path = '/v1/auth/session'): Promise<Answer> {
  const authorization = `Bearer ${await signToken(claims, key)}`
  return createSend(service.origin)('GET', path, { headers: { authorization } })
}

/** The statuses of so many requests with made-up key ids, 50 at a time, which share a fetch. */
async function flood(service: TestService, requests: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let start = 0; start < requests; start += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(service, { ...second, kid: `made-up-${start + index}` })),
    )
    for (const { status } of answers) statuses.add(status)
  }
  return statuses
}

/** Lets the time by which keys are kept stand still, but where a test moves it. It is not that of the service. */
function holdTime(): (milliseconds: number) => void {
  let moment = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => moment)
  return (milliseconds) => {
    moment += milliseconds
  }
}

describe('fetches of keys', () => {
  it('are one for all functions and all tokens', async () => {
    const issuer = await startIssuer(first)
    const service = await startBelieving(issuer.jwksUrl)
    expect(issuer.fetches).toBe(0)
    const paths = ['/v1/auth/session', '/v1/organizations', '/v1/goals', '/v1/goal-labels', '/v1/api-tokens']
    const answers = await Promise.all(paths.map((path) => ask(service, first, path)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    expect(issuer.fetches).toBe(1)
  })

  it('for made-up key ids are one in 30 seconds, and all 401', async () => {
    const pass = holdTime()
    const issuer = await startIssuer(first)
    const service = await startBelieving(issuer.jwksUrl)
    expect(await flood(service, 200)).toEqual(new Set([401]))
    expect(issuer.fetches).toBe(1)
    pass(29_999)
    expect(await flood(service, 50)).toEqual(new Set([401]))
    expect(issuer.fetches).toBe(1)
    pass(1)
    expect(await flood(service, 50)).toEqual(new Set([401]))
    expect(issuer.fetches).toBe(2)
    expect(await ask(service, first)).toMatchObject({ status: 200 })
  })

  it('are five in 10 seconds while the issuer fails, and all 503', async () => {
    const pass = holdTime()
    const issuer = await startIssuer(first)
    issuer.answer((_, response) => response.writeHead(500).end())
    const service = await startBelieving(issuer.jwksUrl)
    for (let request = 1; request <= 7; request++) {
      expect(await ask(service, first)).toMatchObject(refusal('unavailable'))
      expect(issuer.fetches).toBe(Math.min(request, 5))
    }
    expect(await flood(service, 300)).toEqual(new Set([503]))
    pass(9_999)
    expect(await ask(service, first)).toMatchObject(refusal('unavailable'))
    expect(issuer.fetches).toBe(5)
    pass(1)
    expect(await flood(service, 300)).toEqual(new Set([503]))
    expect(issuer.fetches).toBe(10)
  })

  it('are five too when the issuer begins to fail while keys are known, which 200 on', async () => {
    const pass = holdTime()
    const issuer = await startIssuer(first)
    const service = await startBelieving(issuer.jwksUrl)
    expect(await ask(service, first)).toMatchObject({ status: 200 })
    issuer.answer((_, response) => response.writeHead(503).end())
    pass(31_000)
    expect(await flood(service, 300)).toEqual(new Set([503]))
    expect(issuer.fetches).toBe(1 + 5)
    expect(await ask(service, first)).toMatchObject({ status: 200 })
  })

  it('are one in 10 minutes for a known key', async () => {
    const pass = holdTime()
    const issuer = await startIssuer(first)
    const service = await startBelieving(issuer.jwksUrl)
    for (const [milliseconds, fetches] of [
      [0, 1],
      [599_999, 1],
      [1, 2],
    ] as const) {
      pass(milliseconds)
      expect(await ask(service, first)).toMatchObject({ status: 200 })
      expect(issuer.fetches).toBe(fetches)
    }
  })
})

describe('a broken key beside a good one', () => {
  const { kid, x, ...rest } = first.jwk
  const shortened = { ...first.jwk, x: x?.slice(0, 10) }

  async function startBelievingIn(keys: unknown[]): Promise<TestService> {
    const issuer = await startIssuer()
    issuer.answer((_, response) => response.writeHead(200).end(JSON.stringify({ keys })))
    return startBelieving(issuer.jwksUrl)
  }

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'key-0'],
    ['a number', 7],
    ['a list', [first.jwk]],
    ['an empty object', {}],
    ['one without a kind', { kid: 'key-0' }],
    ['one of an unknown kind', { kty: 'quantum', kid: 'key-0' }],
    ['one whose kind is no text', { kty: ['EC'], kid: 'key-0' }],
    ['one without an id', rest],
    ['one that is no point of its curve', { ...shortened, kid: 'key-0' }],
    ['an RSA key without a modulus', { kty: 'RSA', kid: 'key-0', alg: 'RS256', e: 'AQAB' }],
    ['one that is not text where text belongs', { ...first.jwk, kid: 'key-0', x: 7, y: null }],
    ['one for signing only', { ...first.jwk, kid: 'key-0', key_ops: 'sign' }],
    ['a broken one by the same id', shortened],
  ])('%s disables neither it nor others: 200', async (_, broken) => {
    for (const keys of [
      [broken, first.jwk],
      [first.jwk, broken],
    ]) {
      const service = await startBelievingIn(keys)
      expect(await ask(service, first)).toMatchObject({ status: 200 })
      expect(await ask(service, { ...second, kid: 'key-1' })).toMatchObject(refusal('unauthorized'))
      expect(await ask(service, { ...first, kid: 'key-0' })).toMatchObject(refusal('unauthorized'))
    }
  })

  it('200s both keys of an issuer that uses one id twice', async () => {
    const service = await startBelievingIn([first.jwk, { ...second.jwk, kid }])
    expect(await ask(service, first)).toMatchObject({ status: 200 })
    expect(await ask(service, { ...second, kid: 'key-1' })).toMatchObject({ status: 200 })
    const third = await createKey('key-1')
    expect(await ask(service, third)).toMatchObject(refusal('unauthorized'))
  })

  it('does the same in a file', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'cairn-keys-'))
    endings.push(() => rm(directory, { recursive: true }))
    const file = path.join(directory, 'jwks.json')
    await writeFile(file, JSON.stringify({ keys: [null, { ...shortened, kid: 'key-0' }, first.jwk] }))
    const environment = {
      ...jwtEnvironment(''),
      AUTH_JWT_JWKS_URL: undefined,
      AUTH_JWT_JWKS_FILE: file,
    }
    const service = await startTestService({ clock: clock.read, environment })
    endings.unshift(service.stop)
    expect(await ask(service, first)).toMatchObject({ status: 200 })
    expect(await ask(service, { ...first, kid: 'key-0' })).toMatchObject(refusal('unauthorized'))
  })
})

describe('a rotated key', () => {
  it('401s until the pause is over, 200s then; the one before 401s once it is withdrawn', async () => {
    const pass = holdTime()
    const issuer = await startIssuer(first)
    const service = await startBelieving(issuer.jwksUrl)
    expect(await ask(service, first)).toMatchObject({ status: 200 })

    issuer.publish(first, second)
    expect(await ask(service, second)).toMatchObject(refusal('unauthorized'))
    pass(31_000)
    expect(await ask(service, second)).toMatchObject({ status: 200 })
    expect(await ask(service, first)).toMatchObject({ status: 200 })
    expect(issuer.fetches).toBe(2)

    issuer.publish(second)
    pass(601_000)
    expect(await ask(service, first)).toMatchObject(refusal('unauthorized'))
    expect(await ask(service, second)).toMatchObject({ status: 200 })
    expect(issuer.fetches).toBe(3)
  })

  it('401s another key under a known id', async () => {
    const issuer = await startIssuer(first)
    const service = await startBelieving(issuer.jwksUrl)
    expect(await ask(service, { ...second, kid: 'key-1' })).toMatchObject(refusal('unauthorized'))
  })
})

/** A port on which nobody listens. */
async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jwks.json`
}

describe('an issuer without keys', () => {
  /** What the test waits for, so that a hanging issuer ends with the request. */
  const longestMilliseconds = 8_000

  async function expectNoSession(service: TestService, status: number): Promise<void> {
    const begin = performance.now()
    const answers = await Promise.all([
      ask(service, first),
      ask(service, second),
      ask(service, first, '/v1/goals'),
    ])
    expect(performance.now() - begin).toBeLessThan(longestMilliseconds)
    const code = status === 401 ? 'unauthorized' : 'unavailable'
    for (const answer of answers) {
      expect(answer).toMatchObject(refusal(code))
      if (status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    }
  }

  const keySet = () => JSON.stringify({ keys: [first.jwk, second.jwk] })

  it('503s where nobody listens', async () => {
    await expectNoSession(await startBelieving(await deadUrl()), 503)
  })

  it.each<[string, number, Parameters<KeyServer['answer']>[0]]>([
    ['that drops the connection', 503, (request) => request.socket.destroy()],
    ['that never answers', 503, () => {}],
    ['that never ends its answer', 503, (_, response) => response.writeHead(200).write('{"keys":[')],
    [
      'that drips',
      503,
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(drip))
      },
    ],
    ['with an error', 503, (_, response) => response.writeHead(500).end(keySet())],
    ['with keys that are not found', 503, (_, response) => response.writeHead(404).end(keySet())],
    ['with keys that come as 201', 503, (_, response) => response.writeHead(201).end(keySet())],
    [
      'with a page',
      503,
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Login</h1>'),
    ],
    ['with nothing', 503, (_, response) => response.writeHead(200).end()],
    ['with null', 503, (_, response) => response.writeHead(200).end('null')],
    ['with a bare list', 503, (_, response) => response.writeHead(200).end(`[${JSON.stringify(first.jwk)}]`)],
    ['with keys that are none', 503, (_, response) => response.writeHead(200).end('{"keys":["key-1",7]}')],
    ['with an empty set', 401, (_, response) => response.writeHead(200).end('{"keys":[]}')],
  ])('%s: %i and never a session', async (_, status, answerer) => {
    const issuer = await startIssuer()
    issuer.answer(answerer)
    await expectNoSession(await startBelieving(issuer.jwksUrl), status)
  })

  it('503s where it redirects, and does not follow', async () => {
    const elsewhere = await startIssuer(first, second)
    const issuer = await startIssuer()
    issuer.answer((_, response) => response.writeHead(302, { location: elsewhere.jwksUrl }).end())
    await expectNoSession(await startBelieving(issuer.jwksUrl), 503)
    expect(elsewhere.fetches).toBe(0)
  })

  it('200s again as soon as it has keys, and tells a mutation without Origin 403 all the while', async () => {
    const issuer = await startIssuer()
    issuer.answer((_, response) => response.writeHead(502).end())
    const service = await startBelieving(issuer.jwksUrl)
    await expectNoSession(service, 503)
    const authorization = `Bearer ${await signToken(claims, first)}`
    const unasked = createSend(service.origin)('POST', '/v1/goals', {
      headers: { origin: undefined, authorization },
    })
    expect(await unasked).toMatchObject(refusal('origin_not_allowed'))
    issuer.publish(first)
    expect(await ask(service, first)).toMatchObject({ status: 200 })
  })

  it('503s a known key when its time is over and it cannot be asked for again', async () => {
    const pass = holdTime()
    const issuer = await startIssuer(first)
    const service = await startBelieving(issuer.jwksUrl)
    expect(await ask(service, first)).toMatchObject({ status: 200 })
    issuer.answer((request) => request.socket.destroy())
    pass(599_000)
    expect(await ask(service, first)).toMatchObject({ status: 200 })
    pass(2_000)
    expect(await ask(service, first)).toMatchObject(refusal('unavailable'))
  })
})
