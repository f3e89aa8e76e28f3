import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Gateway, startGateway } from './gateway.ts'

type Invocation = { handler: string; event: APIGatewayProxyEventV2; context: Context }

const invocations: Invocation[] = []
const logged: string[] = []
let answer: () => Promise<APIGatewayProxyStructuredResultV2>
let gateway: Gateway
let origin: string

/** Records what it is given, and answers what the test wants. */
function recorder(handler: string) {
  return async (event: APIGatewayProxyEventV2, context: Context) => {
    invocations.push({ handler, event, context })
    return answer()
  }
}

const groups = {
  health: recorder('health'),
  auth: recorder('auth'),
  organizations: recorder('organizations'),
  invitations: recorder('invitations'),
  'api-tokens': recorder('api-tokens'),
  goals: recorder('goals'),
  'goal-labels': recorder('goal-labels'),
}

beforeAll(async () => {
  gateway = await startGateway({
    port: 0,
    handlers: Promise.resolve({ groups, fallback: recorder('fallback') }),
    clock: () => new Date('2026-11-20T10:00:00.123Z'),
    logError: (message, _, cause) => logged.push(`${message} ${cause}`),
  })
  origin = `http://localhost:${gateway.port}`
})

afterAll(() => gateway.close(0))

beforeEach(() => {
  invocations.length = 0
  logged.length = 0
  answer = async () => ({ statusCode: 200, body: '{}' })
})

/** Sends bytes as they are, which no HTTP client would, and answers all that comes back. */
async function sendRaw(...lines: string[]): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(lines.join('\r\n'), 'latin1')
  return text(socket)
}

/** The event of one GET with this request target. */
async function eventOf(target: string, ...headers: string[]): Promise<APIGatewayProxyEventV2> {
  await sendRaw(`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close', '', '')
  expect(invocations).toHaveLength(1)
  return invocations[0]?.event as APIGatewayProxyEventV2
}

describe('routes', () => {
  it.each([
    ['GET', '/health', 'health', 'GET /health'],
    ['POST', '/v1/goals', 'goals', 'POST /v1/goals'],
    ['GET', '/v1/goals/1', 'goals', 'GET /v1/goals/{goalId}'],
    ['POST', '/v1/goals/1/updates', 'goals', 'POST /v1/goals/{goalId}/updates'],
    ['PATCH', '/v1/organizations/current', 'organizations', 'PATCH /v1/organizations/current'],
    ['DELETE', '/v1/api-tokens/1', 'api-tokens', 'DELETE /v1/api-tokens/{tokenId}'],
    ['GET', '/v1/goals/', 'fallback', '$default'],
    ['GET', '/v1/goals/1/', 'fallback', '$default'],
    ['GET', '//v1/goals', 'fallback', '$default'],
    ['GET', '/V1/goals', 'fallback', '$default'],
    ['GET', '/', 'fallback', '$default'],
    ['PUT', '/v1/goals', 'fallback', '$default'],
    ['HEAD', '/health', 'fallback', '$default'],
    ['OPTIONS', '/v1/goals', 'fallback', '$default'],
  ])('%s %s goes to %s', async (method, path, handler, routeKey) => {
    await fetch(origin + path, { method })
    expect(invocations).toMatchObject([{ handler, event: { routeKey, requestContext: { routeKey } } }])
  })

  it('takes a target in absolute form, without its origin', async () => {
    expect(await eventOf('http://elsewhere/v1/goals?limit=1')).toMatchObject({
      routeKey: 'GET /v1/goals',
      rawPath: '/v1/goals',
      rawQueryString: 'limit=1',
    })
  })
})

describe('the event', () => {
  it('has the fields of payload format 2.0', async () => {
    const event = await eventOf('/v1/goals?limit=1', 'User-Agent: test')
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'GET /v1/goals',
      rawPath: '/v1/goals',
      rawQueryString: 'limit=1',
      headers: { host: 'localhost', 'user-agent': 'test', connection: 'close' },
      queryStringParameters: { limit: '1' },
      requestContext: {
        accountId: expect.any(String),
        apiId: expect.any(String),
        domainName: 'localhost',
        domainPrefix: 'localhost',
        http: {
          method: 'GET',
          path: '/v1/goals',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        routeKey: 'GET /v1/goals',
        stage: '$default',
        time: '20/Nov/2026:10:00:00 +0000',
        timeEpoch: Date.parse('2026-11-20T10:00:00.123Z'),
      },
      isBase64Encoded: false,
    })
  })

  it.each([
    ['/v1/goals/a%2Fb', 'a/b'],
    ['/v1/goals/a%00b', 'a\0b'],
    ['/v1/goals/%C3%A9', 'é'],
    ['/v1/goals/a+b', 'a+b'],
    ['/v1/goals/%', '%'],
    ['/v1/goals/%FF', '%FF'],
    ['/v1/goals/%2e%2e', '..'],
    ['/v1/goals/..', '..'],
  ])('keeps the path %s as it was sent and decodes its parameter', async (path, goalId) => {
    expect(await eventOf(path)).toMatchObject({ rawPath: path, pathParameters: { goalId } })
  })

  it('keeps the query as it was sent, decodes its parameters and joins repeats', async () => {
    expect(await eventOf('/v1/goals?a=1&b=%2C+x&a=2&__proto__=p&c')).toMatchObject({
      rawQueryString: 'a=1&b=%2C+x&a=2&__proto__=p&c',
      queryStringParameters: Object.fromEntries([
        ['a', '1,2'],
        ['b', ', x'],
        ['__proto__', 'p'],
        ['c', ''],
      ]),
    })
  })

  it('joins repeated headers and lists cookies apart', async () => {
    const event = await eventOf(
      '/v1/goals',
      'Authorization: Bearer a',
      'authorization: Bearer b',
      'Cookie: session=1; other=2',
      'Cookie: session=3;',
    )
    expect(event.headers.authorization).toBe('Bearer a,Bearer b')
    expect(event.headers).not.toHaveProperty('cookie')
    expect(event.cookies).toEqual(['session=1', 'other=2', 'session=3'])
  })

  it('carries UTF-8 as text and anything else as base64', async () => {
    const bodies = [Buffer.from('{"title":"é"}'), Buffer.from([0xff, 0x00, 0x7b])]
    for (const body of bodies) await fetch(`${origin}/v1/goals`, { method: 'POST', body })
    expect(invocations.map(({ event }) => event)).toMatchObject([
      { body: '{"title":"é"}', isBase64Encoded: false },
      { body: '/wB7', isBase64Encoded: true },
    ])
  })

  it('comes with the context of an invocation', async () => {
    const { requestContext } = await eventOf('/v1/goals/1')
    const context = invocations[0]?.context
    expect(context).toMatchObject({ functionName: 'cairn-goals', awsRequestId: requestContext.requestId })
    expect(context?.getRemainingTimeInMillis()).toBeGreaterThan(9_000)
    expect(context?.getRemainingTimeInMillis()).toBeLessThanOrEqual(10_000)
  })
})

describe('the answer', () => {
  it('has the status, the headers, every cookie and the body', async () => {
    answer = async () => ({
      statusCode: 201,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r', 'content-length': 99 },
      cookies: ['a=1; Path=/', 'b=2'],
      body: '{"title":"é"}',
    })
    const response = await fetch(`${origin}/v1/goals`)
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(response.headers.get('x-request-id')).toBe('r')
    expect(await response.json()).toEqual({ title: 'é' })
  })

  it('decodes base64', async () => {
    answer = async () => ({ statusCode: 200, body: '/wB7', isBase64Encoded: true })
    const response = await fetch(`${origin}/health`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([0xff, 0x00, 0x7b]))
  })

  it('has neither a body nor a length at 204', async () => {
    answer = async () => ({ statusCode: 204 })
    const response = await fetch(`${origin}/v1/goals/1`, { method: 'DELETE' })
    expect(response.status).toBe(204)
    expect(response.headers.has('content-length')).toBe(false)
  })

  it.each<[string, () => Promise<APIGatewayProxyStructuredResultV2>]>([
    ['a handler throws', () => Promise.reject(new Error('the table is called secret'))],
    ['a header cannot be sent', async () => ({ statusCode: 200, headers: { 'x-a': 'a\r\nset-cookie: b' } })],
    ['the answer is over 6 MB', async () => ({ statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024 + 1) })],
  ])('is a bare 500 where %s', async (_, failing) => {
    answer = failing
    const response = await fetch(`${origin}/health`)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'internal_error', message: expect.any(String) })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.has('x-a')).toBe(false)
    expect(logged).toHaveLength(1)
  })
})

describe('requests that no function sees', () => {
  it('413s on a body of 7 MB, after reading it', async () => {
    const response = await fetch(`${origin}/v1/goals`, {
      method: 'POST',
      body: Buffer.alloc(7 * 1024 * 1024),
    })
    expect(response.status).toBe(413)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.json()).toEqual({ error: 'payload_too_large', message: expect.any(String) })
    expect(invocations).toHaveLength(0)
  })

  it('hands on a body of exactly 6 MB', async () => {
    const response = await fetch(`${origin}/v1/goals`, { method: 'POST', body: 'x'.repeat(6 * 1024 * 1024) })
    expect(response.status).toBe(200)
    expect(invocations[0]?.event.body).toHaveLength(6 * 1024 * 1024)
  })

  it('cuts off a client that sends without an end', async () => {
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        sent++
        controller.enqueue(chunk)
      },
    })
    const init = { method: 'POST', body: endless, duplex: 'half' } as RequestInit
    await fetch(`${origin}/v1/goals`, init).then(
      (response) => expect(response.status).toBe(413),
      () => {},
    )
    expect(sent).toBeLessThan(80)
    expect(invocations).toHaveLength(0)
  })

  it.each([
    ['no Host', ['GET /health HTTP/1.1', 'Connection: close', '', '']],
    ['two Hosts', ['GET /health HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close', '', '']],
    ['two lengths', ['POST /health HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2', '', 'x']],
    [
      'a length and chunks',
      [
        'POST /health HTTP/1.1',
        'Host: a',
        'Content-Length: 3',
        'Transfer-Encoding: chunked',
        '',
        '0',
        '',
        '',
      ],
    ],
    ['a folded header', ['GET /health HTTP/1.1', 'Host: a', 'X-A: b', ' c: d', 'Connection: close', '', '']],
    ['a space before a colon', ['GET /health HTTP/1.1', 'Host: a', 'X-A : b', '', '']],
    ['a broken chunk', ['POST /health HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', 'zz', '', '']],
    ['headers over 16 KiB', ['GET /health HTTP/1.1', 'Host: a', `X-A: ${'a'.repeat(20_000)}`, '', '']],
    ['a null in a header', ['GET /health HTTP/1.1', 'Host: a', 'X-A: \0', '', '']],
    ['CONNECT', ['CONNECT a:1 HTTP/1.1', 'Host: a:1', '', '']],
    ['another protocol', ['\x16\x03\x01\x02', '', '']],
  ])('400s on %s', async (_, lines) => {
    const [head = '', body = ''] = (await sendRaw(...lines)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/)
    expect(JSON.parse(body)).toMatchObject({ error: 'invalid_request', message: expect.any(String) })
    expect(invocations).toHaveLength(0)
  })

  it('goes on after clients that leave midway', async () => {
    for (let count = 0; count < 20; count++) {
      const socket = connect(gateway.port, '127.0.0.1')
      socket.write('POST /v1/goals HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a"')
      await new Promise((resolve) => setTimeout(resolve, 5))
      socket.resetAndDestroy()
    }
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    expect(invocations).toHaveLength(1)
    expect(logged).toEqual([])
  })

  it('answers what came before rubbish on the same connection, and nothing in between', async () => {
    answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { statusCode: 200, body: 'first' }
    }
    const received = await sendRaw('GET /health HTTP/1.1', 'Host: a', '', 'rubbish', '', '')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received.endsWith('first')).toBe(true)
  })
})

describe('addresses', () => {
  it.each(['127.0.0.1', '[::1]'])('listens on %s', async (host) => {
    expect((await fetch(`http://${host}:${gateway.port}/health`)).status).toBe(200)
  })

  it('names a taken port', async () => {
    const taken = startGateway({ port: gateway.port, handlers: new Promise(() => {}), logError: () => {} })
    await expect(taken).rejects.toThrow(`Port ${gateway.port} is taken`)
  })
})

describe('closing', () => {
  async function startSlow(milliseconds: number) {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return { statusCode: 200, body: 'done' }
    }
    const handlers = Promise.resolve({ groups: { ...groups, health: slow }, fallback: slow })
    return startGateway({ port: 0, handlers, logError: () => {} })
  }

  it('finishes what is in flight and does not wait for idle connections', async () => {
    const slow = await startSlow(200)
    const idle = connect(slow.port, '127.0.0.1')
    const idleEnd = text(idle).catch(() => '')
    const response = fetch(`http://127.0.0.1:${slow.port}/health`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const begin = performance.now()
    await slow.close(5_000)
    expect(performance.now() - begin).toBeLessThan(2_000)
    expect(await (await response).text()).toBe('done')
    await idleEnd
  })

  it('cuts off what does not finish in time', async () => {
    const slow = await startSlow(3_000)
    const response = fetch(`http://127.0.0.1:${slow.port}/health`)
    const failed = expect(response).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const begin = performance.now()
    await slow.close(100)
    expect(performance.now() - begin).toBeLessThan(1_000)
    await failed
  })
})
