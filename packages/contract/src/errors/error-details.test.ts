import { expect, test } from 'vitest'
import * as z from 'zod'
import { longText, nameText, oneOrMore, pageQuery } from '../schemas/common.ts'
import { createGoalUpdateRequest } from '../schemas/goals/goal-history.ts'
import { createGoalRequest } from '../schemas/goals/goals.ts'
import { detailsOf } from './error-details.ts'
import { hasCode } from './errors.ts'

const goal = { detailedDescription: 'd', timeframe: { kind: 'continuous' } }
const report = { status: 'active', summary: 's', details: 'd', expectedRevision: 1, idempotencyKey: 'k' }
const id = '0f177d45-1234-4abc-8def-9a27d0c1b2e3'

function problemsOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input)
  return detailsOf(error?.issues ?? [], input).map(({ path, code, limit }) => [path, code, limit])
}

test.each<[string, () => z.ZodType, unknown, unknown[]]>([
  ['a missing field', createGoalRequest, { timeframe: goal.timeframe }, ['detailedDescription', 'required']],
  ['a missing choice', createGoalUpdateRequest, { ...report, status: undefined }, ['status', 'required']],
  ['an unknown field', createGoalRequest, { ...goal, x: 1 }, ['x', 'unknown_field']],
  [
    'an unknown nested field',
    createGoalRequest,
    { ...goal, criteria: [{ title: 't', description: 'd', x: 1 }] },
    ['criteria.0.x', 'unknown_field'],
  ],
  ['another type', createGoalRequest, { ...goal, title: 1 }, ['title', 'invalid_type']],
  ['another value', createGoalUpdateRequest, { ...report, status: 'x' }, ['status', 'invalid_value']],
  ['a null', createGoalUpdateRequest, { ...report, status: null }, ['status', 'invalid_value']],
  ['no id', createGoalRequest, { ...goal, labelIds: ['x'] }, ['labelIds.0', 'invalid_format']],
  ['a long title', createGoalRequest, { ...goal, title: 'x'.repeat(201) }, ['title', 'too_long', 200]],
  [
    'an empty key',
    createGoalUpdateRequest,
    { ...report, idempotencyKey: '' },
    ['idempotencyKey', 'too_short', 1],
  ],
  ['a blank text', createGoalUpdateRequest, { ...report, details: ' ' }, ['details', 'blank']],
  ['an override', createGoalRequest, { ...goal, title: 'a\u202e' }, ['title', 'invalid_text']],
  ['half a character', () => longText('b'), '\ud800', ['', 'invalid_text']],
  ['a repeated id', createGoalRequest, { ...goal, labelIds: [id, id] }, ['labelIds', 'repeated']],
  [
    'too many ids',
    createGoalRequest,
    { ...goal, labelIds: Array.from({ length: 21 }, (_, index) => id.replace('0f', String(index + 10))) },
    ['labelIds', 'too_many', 20],
  ],
  [
    'a small number',
    createGoalUpdateRequest,
    { ...report, expectedRevision: 0 },
    ['expectedRevision', 'too_small', 1],
  ],
  [
    'a large number',
    createGoalRequest,
    { ...goal, cadence: { everyDays: 367 } },
    ['cadence.everyDays', 'too_large', 366],
  ],
  ['a large limit', () => z.object(pageQuery()), { limit: '101' }, ['limit', 'too_large', 100]],
  ['an unknown list', () => oneOrMore(['a', 'b']), 'a,c', ['', 'invalid_value']],
  [
    'evidence without proof',
    createGoalUpdateRequest,
    { ...report, evidence: [{ title: 't' }] },
    ['evidence.0.url', 'required'],
  ],
  [
    'a rule of its own',
    createGoalUpdateRequest,
    { ...report, status: 'completed', health: 'on_track' },
    ['health', 'invalid'],
  ],
])('names what is wrong with %s', (_, schema, input, [path, code, limit]) => {
  expect(problemsOf(schema(), input)).toEqual([[path, code, limit]])
})

test('an unknown field is to be removed', () => {
  const { error } = createGoalRequest().safeParse({ ...goal, x: 1 })
  expect(detailsOf(error?.issues ?? [], {})).toEqual([
    { path: 'x', message: 'Remove this field: it is unknown.', code: 'unknown_field' },
  ])
})

const issue = (code: string, more: object = {}) =>
  ({ code, path: [], message: 'No.', input: undefined, ...more }) as unknown as z.core.$ZodIssue

test.each([
  ['too_big', 'set', 'too_many'],
  ['too_big', 'date', 'too_large'],
  ['too_small', 'string', 'too_short'],
  ['too_small', 'array', 'too_few'],
  ['too_small', 'set', 'too_few'],
  ['too_small', 'date', 'too_small'],
])('%s of a %s is %s', (code, origin, expected) => {
  expect(detailsOf([issue(code, { origin, maximum: 3, minimum: 3 })], 1)).toEqual([
    { path: '', message: 'No.', code: expected, limit: 3 },
  ])
})

test.each(['not_multiple_of', 'invalid_key', 'custom'])(
  'what only a schema can say is invalid: %s',
  (code) => {
    expect(detailsOf([issue(code)], 1)).toEqual([{ path: '', message: 'No.', code: 'invalid' }])
  },
)

test.each<[unknown, PropertyKey[], string]>([
  [{ a: { b: 1 } }, ['a', 'b'], 'invalid_value'],
  [{ a: { b: null } }, ['a', 'b'], 'invalid_value'],
  [{ a: [1] }, ['a', 0], 'invalid_value'],
  [{ a: {} }, ['a', 'b'], 'required'],
  [{ a: null }, ['a', 'b'], 'required'],
  [{ a: 'text' }, ['a', 'length'], 'required'],
  [{}, ['toString'], 'required'],
  [undefined, ['a'], 'required'],
])('of %j, %j is there or required', (input, path, code) => {
  expect(detailsOf([issue('invalid_union', { path })], input)).toMatchObject([{ code }])
})

test('a long name is measured after it was folded', () => {
  expect(problemsOf(nameText(3), '\r\nabc\n')).toEqual([])
})

test('an alias is its code too, and not the other way round', () => {
  expect(hasCode({ code: 'organization_member_not_found' }, 'member_not_found')).toBe(true)
  expect(hasCode({ code: 'member_not_found' }, 'organization_member_not_found')).toBe(false)
  expect(hasCode({ code: 'goal_not_found' }, 'goal_not_found')).toBe(true)
  expect(hasCode({ code: 'goal_not_found' }, 'member_not_found')).toBe(false)
})
