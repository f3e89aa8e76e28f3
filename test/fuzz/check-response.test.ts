import { expect, it } from 'vitest'
import { problemsOf } from './support/check-response.ts'
import type { FuzzRequest } from './support/fuzz-request.ts'
import type { FuzzAnswer, Wire } from './support/send-fuzz.ts'

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
  const answer: FuzzAnswer = { status, headers: kept, text: body === '' ? '' : JSON.stringify(body) }
  const wire: Wire = {
    method: method ?? 'POST',
    target: target ?? '/v1/goal-labels',
    headers: (changes.headers ?? []).flat(),
    body: Buffer.from(JSON.stringify(sent ?? { name: 'Forest' })),
  }
  return problemsOf({ ...request, ...changes }, wire, answer)
}

it('has nothing against answers as they are declared', () => {
  expect(problems({})).toEqual([])
  expect(problems({ status: 409, body: refused })).toEqual([])
  expect(problems({ sent: { name: '  Forest  ' } })).toEqual([])
})

it.each<[string, Given, string]>([
  ['a crash', { status: 500, body: { error: 'internal_error', message: '' } }, '500'],
  ['a status that is not declared', { status: 302, body: '' }, 'status 302 is not declared'],
  ['another success', { status: 200 }, 'status 200 is not declared'],
  ['a missing field', { body: { label: { ...label, color: undefined } } }, '$.label.color is missing'],
  ['a field too much', { body: { label: { ...label, useCount: 1 } } }, '$.label.useCount is not known'],
  ['a time in another form', { body: { label: { ...label, createdAt: '2026' } } }, 'no time in UTC'],
  ['an error in another shape', { status: 409, body: { message: 'no' } }, '$.error is missing'],
  ['a code under another status', { status: 404, body: refused }, 'goal_label_exists travels as 404'],
  ['a missing header', { without: 'x-request-id' }, 'no x-request-id'],
  ['an answer that may be kept', { without: 'cache-control' }, 'it may be kept'],
  ['a body that is no JSON by its type', { without: 'content-type' }, 'content type undefined'],
  ['a field that should be refused', { sent: { name: 'Forest', x: 1 } }, '$.x is not known'],
  ['a name that should be refused', { sent: { name: 'x'.repeat(65) } }, '201 although the body'],
  ['a request without a credential', { credential: 'none' }, '201 although it has no credential'],
  ['another origin', { origin: 'foreign' }, '201 although the origin is not allowed'],
  ['another content type', { contentType: 'text/plain' }, '201 although the content type'],
  [
    'a valid request refused',
    { isValid: true, status: 400, body: { error: 'invalid_request', message: '' } },
    'a valid request is refused',
  ],
  [
    'a query that should be refused',
    { method: 'GET', target: '/v1/goal-labels?limit=0' },
    'although limit is 0',
  ],
  [
    'an organization that should be refused',
    { headers: [['ORGANIZATION-ID', 'acme']] },
    'although Organization-Id is acme',
  ],
  ['a method that no path has', { method: 'PUT' }, 'a method that the path does not take'],
  ['a path that nobody declared', { target: '/v1//goal-labels' }, '201 for a path that is not declared'],
])('finds %s', (_, given, problem) => {
  expect(problems(given).join('; ')).toContain(problem)
})
