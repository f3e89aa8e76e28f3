import { expect, test } from 'vitest'
import type { Schema } from '../openapi.ts'
import { limitWords, typeWords, valuesOf } from './schema-words.ts'

const goal: Schema = { $ref: '#/components/schemas/Goal' }

test.each<[Schema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [goal, 'Goal'],
  [{ anyOf: [goal, { type: 'null' }] }, 'Goal or null'],
  [{ type: 'array', items: goal }, 'list of Goal'],
  [{ anyOf: [goal, { $ref: '#/components/schemas/GoalSummary' }] }, 'Goal or GoalSummary'],
  [{ type: 'string', const: 'deadline' }, '"deadline"'],
  [{ oneOf: [{ type: 'object' }, { type: 'object' }] }, 'object'],
  [{}, 'any'],
])('the type of %j is %s', (schema, words) => {
  expect(typeWords(schema)).toBe(words)
})

test.each<[Schema, string[]]>([
  [{ minLength: 1, maxLength: 200 }, ['1 to 200 characters']],
  [{ minimum: 0 }, ['at least 0']],
  [{ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, ['at least 1']],
  [{ maxItems: 20, uniqueItems: true }, ['at most 20 entries', 'each once']],
  [{ default: 90 }, ['default: 90']],
  [{ anyOf: [{ type: 'string', maxLength: 32 }, { type: 'null' }] }, ['at most 32 characters']],
  [{}, []],
])('the limits of %j are %j', (schema, words) => {
  expect(limitWords(schema)).toEqual(words)
})

test('the values of a list and of a value that may be null are those of its entries', () => {
  expect(valuesOf({ items: { enum: ['asc', 'desc'] } })).toEqual(['asc', 'desc'])
  expect(valuesOf({ anyOf: [{ enum: ['asc'] }, { type: 'null' }] })).toEqual(['asc'])
  expect(valuesOf({ enum: ['asc', null] })).toEqual(['asc'])
})
