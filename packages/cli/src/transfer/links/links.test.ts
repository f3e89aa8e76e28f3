import { describe, expect, test } from 'vitest'
import { creationOrder } from './creation-order.ts'
import { linkProblems } from './link-problems.ts'
import type { LinkedGoal } from './linked-goal.ts'

/** A goal named by a letter, below another one, after others. */
const goal = (id: string, parentId: string | null = null, blockerIds = ''): LinkedGoal => ({
  id,
  title: id.toUpperCase(),
  parentId,
  blockerIds: [...blockerIds],
})

const problemsOf = (...goals: LinkedGoal[]) =>
  linkProblems(goals).map(({ id, field, message }) => `${id} ${field}: ${message}`)

describe('goals of a file', () => {
  test('may be trees of five levels that wait for each other, in any order', () => {
    const goals = [
      goal('e', 'd'),
      goal('d', 'c', 'y'),
      goal('c', 'b'),
      goal('b', 'a'),
      goal('x', null, 'a'),
      goal('y', null, ''),
      goal('a'),
    ]
    expect(problemsOf(...goals)).toEqual([])
    expect(problemsOf(...goals.toReversed())).toEqual([])
  })

  test('may name goals that are not there', () => {
    expect(problemsOf(goal('a', 'q', 'rs'))).toEqual([])
  })

  test.each<[string, LinkedGoal[], string[]]>([
    ['its own parent', [goal('a', 'a')], ['a parent: It is its own parent.']],
    ['itself', [goal('a', null, 'a')], ['a blockers: It waits for itself.']],
    [
      'a goal above it',
      [goal('a'), goal('b', 'a'), goal('c', 'b', 'a')],
      ['c blockers: It waits for "A", which is above it.'],
    ],
    [
      'a goal below it',
      [goal('a', null, 'c'), goal('b', 'a'), goal('c', 'b')],
      ['a blockers: It waits for "C", which is below it.'],
    ],
    [
      'each other',
      [goal('x'), goal('b', null, 'a'), goal('a', null, 'b')],
      ['b blockers: It waits for itself: "B" waits for "A", "A" waits for "B".'],
    ],
    [
      'each other as parents',
      [goal('a', 'b'), goal('b', 'a')],
      ['a parent: It waits for itself: "A" waits for its sub-goal "B", "B" waits for its sub-goal "A".'],
    ],
    [
      'a goal that waits for what is above it',
      [goal('a'), goal('b', 'a', 'c'), goal('c', null, 'a')],
      [
        'a blockers: It waits for itself: "A" waits for its sub-goal "B", "B" waits for "C", "C" waits for "A".',
      ],
    ],
    [
      'two cycles',
      [
        goal('a', null, 'b'),
        goal('b', null, 'a'),
        goal('c', null, 'd'),
        goal('d', null, 'c'),
        goal('e', null, 'ac'),
      ],
      [
        'a blockers: It waits for itself: "A" waits for "B", "B" waits for "A".',
        'c blockers: It waits for itself: "C" waits for "D", "D" waits for "C".',
      ],
    ],
    [
      'a long cycle',
      [...'abcdefg'].map((id, index, all) => goal(id, null, all[(index + 1) % all.length])),
      [
        'a blockers: It waits for itself: "A" waits for "B", "B" waits for "C", "C" waits for "D", "D" waits for "E", "E" waits for "F", "F" waits for "G" and so on.',
      ],
    ],
    [
      'six levels',
      [
        goal('a'),
        goal('b', 'a'),
        goal('c', 'b'),
        goal('d', 'c'),
        goal('e', 'd'),
        goal('f', 'e'),
        goal('g', 'f'),
      ],
      ['f parent: It is on level 6 of its tree, which has at most 5.'],
    ],
  ])('are refused with %s', (_, goals, problems) => {
    expect(problemsOf(...goals)).toEqual(problems)
  })

  test.each([
    [500, 20, []],
    [
      501,
      21,
      [
        'p parent: It has 501 sub-goals. At most 500 are possible.',
        'w blockers: It waits for 21 goals. At most 20 are possible.',
      ],
    ],
  ])('may have %i sub-goals and %i blockers', (children, blockers, problems) => {
    const below = Array.from({ length: children }, (_, index) => goal(`c${index}`, 'p'))
    const waiting = { ...goal('w'), blockerIds: below.slice(0, blockers).map(({ id }) => id) }
    expect(problemsOf(goal('p'), waiting, ...below)).toEqual(problems)
  })
})

describe('the order of creation', () => {
  const orderOf = (...goals: LinkedGoal[]) =>
    creationOrder(goals)
      .map(({ id }) => id)
      .join('')

  test('keeps that of the file where it can', () => {
    expect(orderOf(goal('c'), goal('a'), goal('b', 'a'))).toBe('cab')
  })

  test('has parents and blockers first, and passes over those that are not there', () => {
    expect(
      orderOf(goal('c', 'b'), goal('d', null, 'cq'), goal('b', 'a', 'e'), goal('a', 'q'), goal('e')),
    ).toBe('aebcd')
  })

  test('has parents first also where blockers cannot be', () => {
    // P waits for X, which is below Q, which waits for C, which is below P.
    const goals = [goal('c', 'p'), goal('x', 'q'), goal('q', null, 'c'), goal('p', null, 'x')]
    expect(linkProblems(goals)).toEqual([])
    const order = orderOf(...goals)
    expect(order.indexOf('p')).toBeLessThan(order.indexOf('c'))
    expect(order.indexOf('q')).toBeLessThan(order.indexOf('x'))
    expect(order).toHaveLength(4)
  })

  test('has each goal once, whatever the file says', () => {
    expect(orderOf(goal('a', 'b'), goal('b', 'a'), goal('c', null, 'c'))).toHaveLength(3)
  })

  test('takes no longer than it must for a long chain in the worst order', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => ({
      ...goal(`${index}`),
      blockerIds: [`${index + 1}`],
    }))
    expect(creationOrder(chain).map(({ id }) => id)).toEqual(chain.map(({ id }) => id).toReversed())
    expect(linkProblems(chain)).toEqual([])
  })
})
