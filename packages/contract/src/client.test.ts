import { expect, test } from 'vitest'
import { ApiError, createClient, requestPath } from './client.ts'
import { organizationIdHeader } from './organization-header.ts'
import { operations } from './registry.ts'

type Sent = { url: string; init: RequestInit }

function clientThatAnswers(response: Response) {
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

test('path parameters are encoded and empty query parameters left out', () => {
  expect(requestPath(operations.updateOrganizationMemberRole, { params: { userId: 'a/b #?%' } })).toBe(
    '/v1/organizations/current/members/a%2Fb%20%23%3F%25',
  )
  expect(
    requestPath(operations.listGoals, { query: { status: 'active', limit: 5, cursor: undefined } }),
  ).toBe('/v1/goals?status=active&limit=5')
})

test('a success answers its body', async () => {
  const { client, sent } = clientThatAnswers(Response.json({ label: { id: '1' } }, { status: 201 }))
  expect(await client.createGoalLabel({ body: { name: 'urgent' } })).toEqual({ label: { id: '1' } })
  expect(sent[0]?.url).toBe('http://service.test/v1/goal-labels')
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"name":"urgent"}',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
  })
})

test('headers may be made for each request', async () => {
  const sent: RequestInit[] = []
  let organizationId = 'one'
  const client = createClient({
    headers: () => ({ [organizationIdHeader]: organizationId }),
    fetch: async (_, init) => {
      sent.push(init)
      return Response.json({ service: 'api', status: 'ok' })
    },
  })
  await client.getHealth()
  organizationId = 'two'
  await client.getHealth()
  expect(sent.map(({ headers }) => headers)).toEqual([
    { 'Organization-Id': 'one' },
    { 'Organization-Id': 'two' },
  ])
})

test('a success without a body answers undefined', async () => {
  const { client } = clientThatAnswers(new Response(null, { status: 204 }))
  expect(await client.deleteGoal({ params: { goalId: '1' } })).toBeUndefined()
})

test('a refusal throws what the service said', async () => {
  const body = { error: 'unavailable', message: 'Later.' }
  const headers = { 'retry-after': '2', 'x-request-id': 'r-1' }
  const { client } = clientThatAnswers(Response.json(body, { status: 503, headers }))
  const error = await client.getHealth().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 503,
    code: 'unavailable',
    details: [],
    requestId: 'r-1',
    retryAfterSeconds: 2,
  })
})

test("an answer that is not the service's throws too", async () => {
  const { client } = clientThatAnswers(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(client.getHealth()).rejects.toMatchObject({ status: 502, code: 'internal_error' })
})
