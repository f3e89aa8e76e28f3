import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bearer, createToken, mistyped } from '../../support/people/api-tokens.ts'
import { createWorld, type World } from '../../support/people/world.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { currentMessage, earlierHeaders, message, post } from './support/post.ts'

let service: TestService
let world: World<TestService>
let token: { id: string; secret: string }

beforeAll(async () => {
  service = await startTestService()
  world = await createWorld(service)
  token = await createToken(world.owner)
})
afterAll(() => service.stop())

const ping = () => message('ping')
const headers = () => earlierHeaders(token.secret)
const goals = async () => (await world.owner.api.listGoals()).goals.length

describe('the credential', () => {
  const challenge = () =>
    `Bearer resource_metadata="${service.origin}/.well-known/oauth-protected-resource/mcp"`

  test.each([
    ['none', () => ({})],
    ['a session', () => ({ cookie: world.owner.cookie, origin: service.origin })],
    ['a mistyped token', () => bearer(mistyped(token.secret))],
    ['another scheme', () => ({ authorization: `Basic ${token.secret}` })],
  ])('%s: 401s with where to get one', async (_, credential) => {
    const { authorization: __, ...rest } = headers()
    const answer = await post(service, ping(), { ...rest, ...credential() })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(challenge())
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^(unauthorized|invalid_api_token)$/) })
  })

  test('a session beside a token does not count', async () => {
    const answer = await post(service, ping(), { ...headers(), cookie: world.owner.cookie })
    expect(answer).toMatchObject({ status: 200, body: { result: {} } })
    expect(answer.headers.get('www-authenticate')).toBeNull()
  })

  test('a large message is not read without a valid one', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const large = message('ping', { text: 'made up'.repeat(10_000) })
    const answer = await post(service, large, { ...headers(), ...bearer(`cairnat_${'x'.repeat(43)}`) })
    const read = parse.mock.calls.filter(([text]) => text.length >= large.length)
    parse.mockRestore()
    expect([answer.status, read]).toEqual([401, []])
    const known = await createToken(world.owner)
    const accepted = await post(service, large, { ...headers(), ...bearer(known.secret) })
    expect(accepted).toMatchObject({ status: 200, body: { result: {} } })
  })

  test('without a valid one, nobody learns what is wrong with a body', async () => {
    for (const body of ['{', '[]', 'x'.repeat(300 * 1024)]) {
      const answer = await post(service, body, { ...headers(), ...bearer(mistyped(token.secret)) })
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_api_token' } })
    }
  })
})

describe('the Origin', () => {
  test.each(['https://evil.example', 'null', 'http://localhost'])(
    '%s: 403s with a cookie',
    async (origin) => {
      const { cookie } = world.owner
      const answer = await post(service, ping(), { ...headers(), origin, cookie })
      expect(answer).toMatchObject({ status: 403, body: { error: 'origin_not_allowed' } })
    },
  )

  test.each(['https://page.example', 'null'])('%s: may use a token', async (origin) => {
    expect(await post(service, ping(), { ...headers(), origin })).toMatchObject({ status: 200 })
  })

  test('of the web app is allowed', async () => {
    const answer = await post(service, ping(), { ...headers(), origin: service.origin })
    expect(answer.status).toBe(200)
  })
})

test.each(['GET', 'DELETE', 'PUT'])('405s %s', async (method) => {
  const answer = await post(service, undefined, headers(), method)
  expect(answer).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } })
  expect(answer.headers.get('allow')).toBe('POST')
})

describe('the body', () => {
  test('413s above 256 KiB', async () => {
    const answer = await post(service, message('ping', { text: 'x'.repeat(256 * 1024) }), headers())
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded'])('415s as %s', async (type) => {
    const answer = await post(service, ping(), { ...headers(), 'content-type': type })
    expect(answer).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } })
  })

  test('406s a client that does not take what 2025-11-25 requires', async () => {
    const answer = await post(service, ping(), { ...headers(), accept: 'text/html' })
    expect(answer.status).toBe(406)
  })

  test.each(['{', '', 'nothing', '{"jsonrpc":"2.0","__proto__":{"id":1}}'])('400s %j', async (body) => {
    const answer = await post(service, body, headers())
    expect(answer).toMatchObject({ status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32700 } } })
  })

  test('400s a batch and runs none of it', async () => {
    const before = await goals()
    const publish = {
      jsonrpc: '2.0',
      method: 'tools/call',
      params: {
        name: 'publish_goal',
        arguments: { detailedDescription: 'Batched', timeframe: { kind: 'continuous' } },
      },
    }
    const batch = [1, 2].map((id) => ({ ...publish, id }))
    const answer = await post(service, JSON.stringify(batch), headers())
    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
    expect(await goals()).toBe(before)
  })

  test.each([{}, { jsonrpc: '1.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: 1 }, 7, null, 'ping'])(
    '400s %j, which is no message',
    async (body) => {
      const answer = await post(service, JSON.stringify(body), headers())
      expect(answer).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', error: { code: expect.any(Number) } },
      })
    },
  )
})

describe('the headers of 2026-07-28', () => {
  test('are enough, without a session', async () => {
    const [body, all] = currentMessage(token.secret, 'tools/call', { name: 'brief', arguments: {} })
    const answer = await post(service, body, all)
    expect(answer).toMatchObject({ status: 200, body: { result: { structuredContent: { goals: [] } } } })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })

  test.each([
    ['mcp-name', 'report_progress'],
    ['mcp-method', 'tools/list'],
    ['mcp-protocol-version', '2027-01-01'],
  ])('400s a %s that differs from the body', async (name, value) => {
    const [body, all] = currentMessage(token.secret, 'tools/call', { name: 'brief', arguments: {} })
    const answer = await post(service, body, { ...all, [name]: value })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: expect.any(Number) } } })
  })

  test('a subscription ends at once', async () => {
    const [body, all] = currentMessage(token.secret, 'subscriptions/listen', { notifications: {} })
    const answer = await post(service, body, all)
    expect(answer.body).toMatchObject({ error: { code: expect.any(Number) } })
  })
})

test.each(['2025-11-25', '2025-06-18', '2025-03-26'])('initialize agrees on %s', async (protocolVersion) => {
  const clientInfo = { name: 'Raw', version: '1' }
  const answer = await post(
    service,
    message('initialize', { protocolVersion, capabilities: {}, clientInfo }),
    headers(),
  )
  expect(answer).toMatchObject({
    status: 200,
    body: { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'cairn' } } },
  })
  expect(answer.headers.get('mcp-session-id')).toBeNull()
  const noted = await post(
    service,
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    headers(),
  )
  expect(noted.status).toBe(202)
})

test('a tool that does not exist is an error of the protocol', async () => {
  const answer = await post(service, message('tools/call', { name: 'delete_everything' }), headers())
  expect(answer).toMatchObject({ body: { error: { code: -32602 } } })
})

test('the log names the operation and the tool, and why it was refused', async () => {
  const [body, all] = currentMessage(token.secret, 'tools/call', {
    name: 'get_goal',
    arguments: { goalId: crypto.randomUUID() },
  })
  const answer = await post(service, body, all)
  expect(answer).toMatchObject({
    status: 200,
    body: { result: { isError: true, structuredContent: { error: { code: 'goal_not_found' } } } },
  })
  const requestId = answer.headers.get('x-request-id')
  const line = service.lines.find((text) => text.includes(`"requestId":"${requestId}"`)) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    operation: 'getGoal',
    tool: 'get_goal',
    code: 'goal_not_found',
    status: 200,
    userId: expect.any(String),
  })
})
