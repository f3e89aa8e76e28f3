import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlFor, quoted } from './curl.ts'
import type { LocatedOperation, Parameter } from './openapi.ts'

const origin = 'https://cairn.example.com'
const operation: LocatedOperation = {
  operationId: 'updateGoal',
  summary: '',
  description: '',
  tags: [],
  method: 'PATCH',
  path: '/v1/goals/{goalId}',
  security: [{ session: [] }, { apiToken: ['goals:write'] }],
  responses: {},
}
const goalId: Parameter = { in: 'path', name: 'goalId', required: true, example: 'a/b', schema: {} }
const token: Parameter = { in: 'query', name: 'token', required: true, example: 'x y', schema: {} }

test('sends the example with a token', () => {
  expect(curlFor(operation, [goalId], { title: "Ann's" }, origin)).toBe(
    `curl -X PATCH 'https://cairn.example.com/v1/goals/a%2Fb' \\
  -H "Authorization: Bearer $CAIRN_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "title": "Ann'\\''s"
}'`,
  )
})

test('sends cookies and the origin where only a session is accepted, and the parameters that must be there', () => {
  const bySession = { ...operation, security: [{ session: [] }] }
  expect(curlFor(bySession, [goalId, token], undefined, origin)).toBe(
    `curl -X PATCH 'https://cairn.example.com/v1/goals/a%2Fb?token=x+y' \\
  -b cookies.txt \\
  -H 'Origin: https://cairn.example.com'`,
  )
})

test('a shell reads a quoted text unchanged', () => {
  const text = 'it\'s $HOME `id` \\ "x" !'
  expect(execFileSync('sh', ['-c', `printf %s ${quoted(text)}`]).toString()).toBe(text)
})
