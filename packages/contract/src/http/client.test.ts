import { expect, test } from 'vitest'
import { operations } from '../registry/registry.ts'
import { ApiError, createClient, requestPath } from './client.ts'
import { organizationIdHeader } from './headers/organization-header.ts'

type Sent = { url: string; init: RequestInit }

function clientWithResponse(response: Response) {
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'http://service.test',
    headers: { authorization: 'Bearer secret' },
    fetch: async (url, init) => {
      sent.push({ url, init })
      return response
    },
  })
  return { client, sent }
}

test('encodes path parameters and leaves out undefined query parameters', () => {
  expect(requestPath(operations.updateOrganizationMemberRole, { params: { userId: 'a/b #?%' } })).toBe(
    '/v1/organizations/current/members/a%2Fb%20%23%3F%25',
  )
  expect(
    requestPath(operations.listGoals, { query: { status: 'active', limit: 5, cursor: undefined } }),
  ).toBe('/v1/goals?status=active&limit=5')
})

test('returns the body of a success', async () => {
  const { client, sent } = clientWithResponse(Response.json({ label: { id: '1' } }, { status: 201 }))
  expect(await client.createGoalLabel({ body: { name: 'urgent' } })).toEqual({ label: { id: '1' } })
  expect(sent[0]?.url).toBe('http://service.test/v1/goal-labels')
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"name":"urgent"}',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
  })
})

test('calls a headers function for each request', async () => {
  const sent: RequestInit[] = []
  const addresses: string[] = []
  let organizationId = 'one'
  const client = createClient({
    headers: () => ({ [organizationIdHeader]: organizationId }),
    fetch: async (url, init) => {
      addresses.push(url)
      sent.push(init)
      return Response.json({ service: 'api', status: 'ok' })
    },
  })
  await client.getHealth()
  organizationId = 'two'
  await client.getHealth()
  expect(addresses[0]).toMatch(/^\//)
  expect(sent.map(({ headers }) => headers)).toEqual([
    { 'Organization-Id': 'one' },
    { 'Organization-Id': 'two' },
  ])
})

test('returns undefined for a success without a body', async () => {
  const { client } = clientWithResponse(new Response(null, { status: 204 }))
  expect(await client.deleteGoal({ params: { goalId: '1' } })).toBeUndefined()
})

test('throws the error that the service returned', async () => {
  const body = { error: 'unavailable', message: 'Later.' }
  const headers = { 'retry-after': '2', 'x-request-id': 'r-1' }
  const { client } = clientWithResponse(Response.json(body, { status: 503, headers }))
  const error = await client.getHealth().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    name: 'ApiError',
    message: 'Later.',
    status: 503,
    code: 'unavailable',
    details: [],
    requestId: 'r-1',
    retryAfterSeconds: 2,
  })
})

test('throws on an error response without an error body', async () => {
  const { client } = clientWithResponse(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(client.getHealth()).rejects.toMatchObject({
    status: 502,
    code: 'internal_error',
    message: 'The service responded with 502 and no error body.',
  })
})

test.each([
  [429, 'too_many_requests'],
  [413, 'payload_too_large'],
])('knows the %i of a gateway, which has no error body of ours', async (status, code) => {
  const { client } = clientWithResponse(new Response('{"message":"Too Many Requests"}', { status }))
  await expect(client.getHealth()).rejects.toMatchObject({ status, code, retryAfterSeconds: undefined })
})

test.each([
  ['no object', 'no'],
  ['null', null],
  ['a list', []],
  ['an unknown code', { error: 'teapot', message: 'No.' }],
  ['a code that every object has', { error: 'toString', message: 'No.' }],
  ['no message', { error: 'unavailable' }],
  ['details of another form', { error: 'invalid_request', message: 'No.', details: ['path'] }],
])('throws on an error response with %s in place of an error body', async (_, body) => {
  const { client } = clientWithResponse(Response.json(body, { status: 400 }))
  await expect(client.getHealth()).rejects.toMatchObject({ status: 400, code: 'internal_error' })
})
