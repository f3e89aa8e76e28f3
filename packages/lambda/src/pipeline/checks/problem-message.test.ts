import { allOperations, operations } from '@cairn/contract/registry/registry'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { problemMessage } from './problem-message.ts'

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema
    .safeParse(value, { error: problemMessage })
    .error?.issues.filter(({ code }) => code !== 'unrecognized_keys')
    .map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('says what to do, and keeps the messages of the contract', () => {
  expect(
    messagesOf(operations.createGoal.body(), { timeframe: { kind: 'soon' }, criteria: [{ title: '' }] }),
  ).toEqual([
    'detailedDescription: This field is required.',
    'timeframe.kind: Use one of continuous, deadline.',
    'criteria.0.title: This field cannot be empty.',
    'criteria.0.description: This field is required.',
  ])
  expect(
    messagesOf(operations.createGoal.body(), { detailedDescription: 1, labelIds: ['x'], title: ' ' }),
  ).toEqual([
    'detailedDescription: Use a string.',
    'timeframe: This field is required.',
    'title: This field cannot be empty.',
    'labelIds.0: Use a UUID.',
  ])
  expect(messagesOf(operations.createOrganizationInvitation.body(), { email: 'x', role: 'owner' })).toEqual([
    'email: Enter a full email address, such as name@example.com.',
    'role: Use one of admin, member.',
  ])
  expect(messagesOf(operations.createGoal.body(), 'text')).toEqual([': Use an object.'])
})

const wrongValues = [undefined, null, true, 0, 0.5, -1, 1e20, '', 'x', [], ['x'], [1], {}, { x: 1 }]

/** Replaces each value of `body`, at any depth, by each wrong value. */
function* corrupted(body: unknown): Generator<unknown> {
  yield* wrongValues
  if (typeof body !== 'object' || body === null) return
  for (const [key, value] of Object.entries(body)) {
    for (const wrong of corrupted(value)) {
      yield Array.isArray(body) ? [wrong] : { ...body, [key]: wrong }
    }
  }
}

/** The shape of every request body, with a value in every field. */
const filled = {
  timeframe: { kind: 'deadline', targetDate: '2026-11-20' },
  criteria: [{ title: 'a', description: 'a' }],
  labelIds: ['x'],
  evaluation: { result: 'met', asOf: 'x' },
  scopes: ['x'],
}

test.each(allOperations.flatMap(({ id, body }) => (body ? [[id, body] as const] : [])))(
  '%s never shows a message of zod',
  (_, body) => {
    const schema = body()
    const fields = 'shape' in schema ? Object.keys(schema.shape as object) : []
    const request = Object.fromEntries(
      fields.map((field) => [field, (filled as Record<string, unknown>)[field] ?? 'x']),
    )
    for (const wrong of corrupted(request)) {
      for (const message of messagesOf(schema, wrong).map((line) => line.slice(line.indexOf(': ') + 2))) {
        expect(message, JSON.stringify(wrong)).not.toMatch(
          /Invalid|expected|received|Too (small|big)|Unrecognized/i,
        )
        expect(message).toMatch(/\.$/)
      }
    }
  },
)
