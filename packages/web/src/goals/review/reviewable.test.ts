import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { expect, test } from 'vitest'
import { byReport, confirmableBy, isReviewed, unverifiedOf } from './reviewable.ts'

const criterion = (id: string, result: string | null, revision = 2, author = 'ann', confirmed = false) => ({
  id,
  verdict: result && { result, revision, authorityUserId: author, asOf: '' },
  confirmedBy: confirmed ? { userId: 'ben', at: '' } : null,
})
const goalOf = (fields: Partial<Goal>) =>
  ({
    reviewerUserId: null,
    verification: 'none',
    criteria: [
      criterion('a', 'met', 3),
      criterion('b', 'met', 2, 'ben'),
      criterion('c', 'met', 2, 'ann', true),
      criterion('d', 'not_met'),
      criterion('e', null),
    ],
    ...fields,
  }) as unknown as Goal
const ids = (criteria: readonly { id: string }[]) => criteria.map(({ id }) => id).join('')

test.each([
  [{}, 'ben', false, ''],
  [{ verification: 'other_person' }, 'ben', false, 'a'],
  [{ verification: 'other_person' }, 'ann', false, 'b'],
  [{ verification: 'other_person' }, 'cem', false, 'ab'],
  [{ reviewerUserId: 'cem' }, 'cem', false, 'ab'],
  [{ reviewerUserId: 'cem' }, 'dora', false, ''],
  [{ reviewerUserId: 'cem' }, 'dora', true, 'ab'],
] as [Partial<Goal>, string, boolean, string][])(
  'of a goal with %j, %s (administrator: %s) confirms “%s”',
  (fields, userId, canAdminister, expected) => {
    const goal = goalOf(fields)
    expect(ids(confirmableBy({ userId, canAdminister }, goal))).toBe(expected)
    expect(isReviewed(goal)).toBe(Object.keys(fields).length > 0)
  },
)

test('a goal that needs a second person waits for what is not met and confirmed', () => {
  expect(ids(unverifiedOf(goalOf({ verification: 'other_person' })))).toBe('abde')
  expect(unverifiedOf(goalOf({ reviewerUserId: 'cem' }))).toEqual([])
})

test('criteria are confirmed report by report', () => {
  expect(byReport(goalOf({}).criteria)).toEqual([
    [2, ['b', 'c', 'd']],
    [3, ['a']],
  ])
})
