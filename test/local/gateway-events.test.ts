import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Respond, recordedNow, startRecordingGateway } from '../support/service/recording-gateway.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const recording = stopAfterFile(await startRecordingGateway(), ({ gateway }) => gateway.close(0))
const { origin } = recording

beforeEach(() => recording.reset())

/** The event of one GET with this request target. */
async function eventOf(target: string, ...headers: string[]): Promise<APIGatewayProxyEventV2> {
  await recording.sendRaw(
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    ...headers,
    'Connection: close',
    '',
    '',
  )
  expect(recording.invocations).toHaveLength(1)
  return recording.invocations[0]?.event as APIGatewayProxyEventV2
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
    expect(recording.invocations).toMatchObject([
      { handler, event: { routeKey, requestContext: { routeKey } } },
    ])
  })

  it('drops the origin of a target in absolute form', async () => {
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
        timeEpoch: recordedNow.getTime(),
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
  ])('keeps the path %s as sent and decodes its parameter', async (path, goalId) => {
    expect(await eventOf(path)).toMatchObject({ rawPath: path, pathParameters: { goalId } })
  })

  it('keeps the query as sent, decodes its parameters and joins repeats', async () => {
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

  it('joins repeated headers and lists cookies separately', async () => {
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
    expect(recording.invocations.map(({ event }) => event)).toMatchObject([
      { body: '{"title":"é"}', isBase64Encoded: false },
      { body: '/wB7', isBase64Encoded: true },
    ])
  })

  it('comes with the context of an invocation', async () => {
    const { requestContext } = await eventOf('/v1/goals/1')
    const context = recording.invocations[0]?.context
    expect(context).toMatchObject({ functionName: 'cairn-goals', awsRequestId: requestContext.requestId })
    expect(context?.getRemainingTimeInMillis()).toBeGreaterThan(9_000)
    expect(context?.getRemainingTimeInMillis()).toBeLessThanOrEqual(10_000)
  })
})

describe('the response', () => {
  const textResponse = (body: string) => ({ statusCode: 200, body })

  it('has the status, the headers, every cookie and the body', async () => {
    recording.respondWith(async () => ({
      statusCode: 201,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r', 'content-length': 99 },
      cookies: ['a=1; Path=/', 'b=2'],
      body: '{"title":"é"}',
    }))
    const response = await fetch(`${origin}/v1/goals`)
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(response.headers.get('x-request-id')).toBe('r')
    expect(await response.json()).toEqual({ title: 'é' })
  })

  it('may have 6,291,556 bytes as JSON', async () => {
    for (const body of ['x'.repeat(6_291_556 - 28), '"'.repeat(3_145_764), 'é'.repeat(3_145_764)]) {
      recording.respondWith(async () => textResponse(body))
      const response = await fetch(`${origin}/v1/goals`)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(body)
    }
  })

  it('decodes base64', async () => {
    recording.respondWith(async () => ({ statusCode: 200, body: '/wB7', isBase64Encoded: true }))
    const response = await fetch(`${origin}/health`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([0xff, 0x00, 0x7b]))
  })

  it('has neither a body nor a length on 204', async () => {
    recording.respondWith(async () => ({ statusCode: 204 }))
    const response = await fetch(`${origin}/v1/goals/1`, { method: 'DELETE' })
    expect(response.status).toBe(204)
    expect(response.headers.has('content-length')).toBe(false)
  })

  it.each<[string, Respond]>([
    ['a handler throws', () => Promise.reject(new Error('the table is called secret'))],
    ['a header cannot be sent', async () => ({ statusCode: 200, headers: { 'x-a': 'a\r\nset-cookie: b' } })],
    // The JSON has 28 bytes besides the body.
    [
      'the response as JSON exceeds 6,291,556 bytes',
      async () => textResponse('x'.repeat(6_291_556 - 28 + 1)),
    ],
    ['escaping makes it exceed the limit', async () => textResponse('"'.repeat(3_145_765))],
    ['its bytes, not its characters, exceed the limit', async () => textResponse('é'.repeat(3_145_765))],
    [
      'its headers make it exceed the limit',
      async () => ({ ...textResponse('x'.repeat(6_291_500)), headers: { 'x-a': 'a'.repeat(50) } }),
    ],
  ])('is a bare 500 if %s', async (_, failing) => {
    recording.respondWith(failing)
    const response = await fetch(`${origin}/health`)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'internal_error', message: expect.any(String) })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.has('x-a')).toBe(false)
    expect(recording.logged).toHaveLength(1)
  })
})
