import { expect, test } from 'vitest'
import { withParent } from './with-parent.ts'

const goal = (id: string, ...above: string[]) => ({
  id,
  title: id,
  parentGoalId: above.at(-1) ?? null,
  ancestors: above.map((one) => ({ id: one, title: one })),
})
const [a, b, c, other] = [goal('a'), goal('b', 'a'), goal('c', 'a', 'b'), goal('other')]

test('a goal is moved with all below it', () => {
  expect(withParent([a, b, c, other], 'b', other)).toEqual([
    a,
    goal('b', 'other'),
    goal('c', 'other', 'b'),
    other,
  ])
})

test('a goal is moved to the top, and below a goal that is deep itself', () => {
  expect(withParent([a, b, c], 'b', null)).toEqual([a, goal('b'), goal('c', 'b')])
  expect(withParent([other], 'other', c)).toEqual([goal('other', 'a', 'b', 'c')])
})
