import { expect, it } from 'vitest'
import { problemsOf } from './support/check-response.ts'
import type { FuzzRequest } from './support/fuzz-request.ts'
import type { FuzzResponse, Wire } from './support/send-fuzz.ts'

const request: FuzzRequest = {
  method: 'POST',
  path: '/v1/goal-labels',
  query: [],
  credential: 'session',
  forged: {},
  origin: 'own',
  headers: [],
  contentType: 'application/json',
  body: { json: { name: 'Forest' } },
  isValid: false,
}
const time = '2026-11-20T10:00:00.000Z'
const label = {
  id: '00000000-0000-4000-8000-000000000000',
  organizationId: '00000000-0000-4000-8000-000000000001',
  name: 'Forest',
  color: null,
  description: null,
  createdAt: time,
  createdByUserId: 'email:1',
  updatedAt: time,
  updatedByUserId: 'email:1',
}
const headers = {
  'x-request-id': 'id',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=1',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-type': 'application/json',
}
const refused = { error: 'goal_label_exists', message: 'There is one.' }

type Given = {
  status?: number
  body?: unknown
  without?: keyof typeof headers
  sent?: unknown
  target?: string
  method?: string
} & Partial<Omit<FuzzRequest, 'body' | 'method'>>

function problems({ status = 201, body = { label }, without, sent, target, method, ...changes }: Given) {
  const kept = new Map(Object.entries(headers).filter(([name]) => name !== without))
  const response: FuzzResponse = { status, headers: kept, text: body === '' ? '' : JSON.stringify(body) }
  const wire: Wire = {
    method: method ?? 'POST',
    target: target ?? '/v1/goal-labels',
    headers: (changes.headers ?? []).flat(),
    body: Buffer.from(JSON.stringify(sent ?? { name: 'Forest' })),
  }
  return problemsOf({ ...request, ...changes }, wire, response)
}

it('the response check accepts declared responses', () => {
  expect(problems({})).toEqual([])
  expect(problems({ status: 409, body: refused })).toEqual([])
  expect(problems({ sent: { name: '  Forest  ' } })).toEqual([])
})

it.each<[string, Given, string]>([
  ['a crash', { status: 500, body: { error: 'internal_error', message: '' } }, '500'],
  ['an undeclared status', { status: 302, body: '' }, 'status 302 is not declared'],
  ['an undeclared success', { status: 200 }, 'status 200 is not declared'],
  ['a missing field', { body: { label: { ...label, color: undefined } } }, '$.label.color is missing'],
  ['an extra field', { body: { label: { ...label, useCount: 1 } } }, '$.label.useCount is unknown'],
  ['a time in another format', { body: { label: { ...label, createdAt: '2026' } } }, 'not a time in UTC'],
  ['an error in another shape', { status: 409, body: { message: 'no' } }, '$.error is missing'],
  ['an error code with another status', { status: 404, body: refused }, 'goal_label_exists has status 404'],
  ['a missing header', { without: 'x-request-id' }, 'no x-request-id'],
  ['a cacheable response', { without: 'cache-control' }, 'it is cacheable'],
  ['a body without the JSON content type', { without: 'content-type' }, 'content type undefined'],
  ['an accepted unknown field', { sent: { name: 'Forest', x: 1 } }, '$.x is unknown'],
  ['an accepted name that is too long', { sent: { name: 'x'.repeat(65) } }, '201 although the body'],
  ['an accepted request without a credential', { credential: 'none' }, '201 although it has no credential'],
  ['an accepted foreign origin', { origin: 'foreign' }, '201 although the origin is not allowed'],
  ['an accepted foreign content type', { contentType: 'text/plain' }, '201 although the content type'],
  [
    'a refused valid request',
    { isValid: true, status: 400, body: { error: 'invalid_request', message: '' } },
    'a valid request is refused',
  ],
  ['an accepted invalid query', { method: 'GET', target: '/v1/goal-labels?limit=0' }, 'although limit is 0'],
  [
    'an accepted invalid organization',
    { headers: [['ORGANIZATION-ID', 'acme']] },
    'although Organization-Id is acme',
  ],
  ['an unsupported method', { method: 'PUT' }, '201 for an unsupported method'],
  ['an undeclared path', { target: '/v1//goal-labels' }, '201 for an undeclared path'],
])('the response check finds %s', (_, given, problem) => {
  expect(problems(given).join('; ')).toContain(problem)
})
