import { tools } from '@cairn/contract/mcp/tools'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { adaptArguments } from './adapt-arguments.ts'

const schema = z.strictObject({
  text: z.string(),
  note: z.string().optional(),
  owner: z.string().nullable().optional(),
  count: z.int().min(1).optional(),
  wide: z.boolean().optional(),
  kinds: z
    .array(z.enum(['a', 'b']))
    .min(1)
    .optional(),
  labels: z.array(z.string()).optional(),
  people: z.array(z.string()).nullable(),
  names: z.array(z.string()),
  items: z.array(z.looseObject({ value: z.number(), unit: z.string().nullable().optional() })).optional(),
})

describe('arguments', () => {
  test.each<[string, object, object]>([
    [
      'null for an absent one',
      { text: 'x', note: null, count: null, kinds: null, items: null },
      { text: 'x' },
    ],
    ['an empty text for an absent one', { text: 'x', note: '', owner: '', count: '' }, { text: 'x' }],
    ['an empty list for an absent one', { text: 'x', kinds: [] }, { text: 'x' }],
    ['a number as text', { count: '3', items: [{ value: '2.5' }] }, { count: 3, items: [{ value: 2.5 }] }],
    ['a choice as text', { wide: 'true' }, { wide: true }],
    ['the other choice as text', { wide: 'false' }, { wide: false }],
    ['one text for a list of one', { kinds: 'a', labels: 'l' }, { kinds: ['a'], labels: ['l'] }],
    ['one text for a list that may be null', { people: 'ann' }, { people: ['ann'] }],
  ])('may have %s', (_, given, taken) => {
    expect(adaptArguments(schema, given)).toEqual(taken)
  })

  test.each<[string, object]>([
    ['a null that means nobody', { owner: null }],
    ['a null within an item', { items: [{ value: 1, unit: null }] }],
    ['an empty list that means none', { labels: [] }],
    ['a required one', { text: '' }],
    ['a text that is no number', { count: 'three' }],
    ['a number that is too small', { count: '0' }],
    ['a text of digits', { note: '3' }],
    ['a text of spaces', { items: [{ value: ' ' }] }],
    ['a text that is no choice', { wide: 'yes' }],
    ['a number where a list is wanted', { labels: 3 }],
    ['an empty text where a list is required', { names: '' }],
    ['an unknown one', { other: null }],
    ['an inherited name', { constructor: '' }],
    ['a list where an object is wanted', { items: ['x'] }],
  ])('keep %s', (_, given) => {
    expect(adaptArguments(schema, given)).toEqual(given)
  })

  test.each([null, 'x', 3, []])('that are no object stay: %j', (given) => {
    expect(adaptArguments(schema, given)).toEqual(given)
  })
})

test('an edit with empty lists removes what was there, and null takes the owner away', () => {
  const edit = {
    goalId: 'g',
    expectedVersion: 2,
    criteria: [],
    labelIds: [],
    cadence: null,
    ownerUserId: null,
  }
  expect(adaptArguments(tools.edit_goal.input(), { ...edit, expectedVersion: '2', title: '' })).toEqual(edit)
})
