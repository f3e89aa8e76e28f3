import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, test } from 'vitest'
import { groupGoals, sortGoals } from './arrange-goals.ts'
import type { Order } from './goals-search.ts'

const now = '2026-11-20'
const deadline = (targetDate: string) => ({ kind: 'deadline' as const, targetDate })
const goal = (title: string, fields: Partial<GoalSummary> = {}) =>
  ({
    title,
    status: 'active',
    health: null,
    ownerUserId: null,
    labels: [],
    timeframe: { kind: 'unspecified' },
    progress: null,
    attention: [],
    lastReport: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }) as unknown as GoalSummary

const titles = (goals: readonly GoalSummary[]) => goals.map(({ title }) => title)
const report = (createdAt: string) => ({ revision: 2, summary: 's', createdAt, authorityUserId: 'u' })

describe('sorted goals', () => {
  test.each<[Order | undefined, GoalSummary[], string[]]>([
    [undefined, [goal('b'), goal('a')], ['b', 'a']],
    [
      'title',
      [goal('Goal 10'), goal('éclair'), goal('Goal 9'), goal('Echo')],
      ['Echo', 'éclair', 'Goal 9', 'Goal 10'],
    ],
    [
      'due',
      [
        goal('none'),
        goal('later', { timeframe: deadline('2027-01-01') }),
        goal('soon', { timeframe: deadline(now) }),
      ],
      ['soon', 'later', 'none'],
    ],
    [
      'progress',
      [goal('none'), goal('begun', { progress: 0 }), goal('done', { progress: 1 })],
      ['done', 'begun', 'none'],
    ],
    [
      'reported',
      [
        goal('fresh', { lastReport: report('2026-11-19T00:00:00.000Z') }),
        goal('never'),
        goal('old', { lastReport: report('2026-03-01T00:00:00.000Z') }),
      ],
      ['never', 'old', 'fresh'],
    ],
    [
      'attention',
      [
        goal('calm'),
        goal('at risk', { attention: ['at_risk'] }),
        goal('overdue', { attention: ['overdue'] }),
      ],
      ['overdue', 'at risk', 'calm'],
    ],
  ])('by %s', (order, goals, expected) => {
    expect(titles(sortGoals(goals, order))).toEqual(expected)
  })

  test.each<[Order, GoalSummary[], string[]]>([
    [
      'due',
      [
        goal('later', { timeframe: deadline('2027-01-01') }),
        goal('none'),
        goal('soon', { timeframe: deadline(now) }),
        goal('continuous', { timeframe: { kind: 'continuous' } }),
      ],
      ['soon', 'later', 'none', 'continuous'],
    ],
    [
      'progress',
      [
        goal('tenth', { progress: 0.1 }),
        goal('none'),
        goal('quarter', { progress: 0.25 }),
        goal('begun', { progress: 0 }),
      ],
      ['quarter', 'tenth', 'begun', 'none'],
    ],
  ])('by %s have those without a value last, wherever they were', (order, goals, expected) => {
    expect(titles(sortGoals(goals, order))).toEqual(expected)
  })

  test('keep their order if they are alike', () => {
    expect(titles(sortGoals([goal('b'), goal('a'), goal('c', { progress: 1 })], 'progress'))).toEqual([
      'c',
      'b',
      'a',
    ])
  })
})

describe('groups of goals', () => {
  const nameOf = (userId: string | null) => ({ u1: 'Zoe', u2: 'Ann' })[userId ?? ''] ?? 'No owner'
  const grouped = (...[goals, grouping]: [GoalSummary[], Parameters<typeof groupGoals>[1]]) =>
    groupGoals(goals, grouping, { nameOf, now }).map(({ name, goals: members }) => [name, titles(members)])

  test('by owner are in the order of names, and goals without an owner come last', () => {
    const goals = [goal('1'), goal('2', { ownerUserId: 'u1' }), goal('3', { ownerUserId: 'u2' })]
    for (const given of [goals, goals.toReversed(), [...goals.slice(1), ...goals.slice(0, 1)]]) {
      expect(grouped(given, 'owner')).toEqual([
        ['Ann', ['3']],
        ['Zoe', ['2']],
        ['No owner', ['1']],
      ])
    }
  })

  test('by label have a goal with two labels twice', () => {
    const [a, b] = [
      { id: 'a', name: 'Alpha' },
      { id: 'b', name: 'Beta' },
    ] as never[]
    const goals = [goal('1'), goal('2', { labels: [b, a] as never }), goal('3', { labels: [b] as never })]
    expect(grouped(goals, 'label')).toEqual([
      ['Alpha', ['2']],
      ['Beta', ['2', '3']],
      ['No label', ['1']],
    ])
  })

  test('by health begin with what is worst, and end with goals that are not active', () => {
    const goals = [
      goal('1', { status: 'completed' }),
      goal('2'),
      goal('3', { health: 'on_track' }),
      goal('4', { health: 'off_track' }),
      goal('5', { status: 'paused', health: 'at_risk' }),
      goal('6', { status: 'archived' }),
      goal('7', { health: 'at_risk' }),
    ]
    expect(grouped(goals, 'health')).toEqual([
      ['Off track', ['4']],
      ['At risk', ['7']],
      ['On track', ['3']],
      ['No health yet', ['2']],
      ['Paused', ['5']],
      ['Completed', ['1']],
      ['Archived', ['6']],
    ])
  })

  test.each([
    ['2026-11-19', 'Overdue'],
    ['2026-11-20', 'Due within 7 days'],
    ['2026-11-27', 'Due within 7 days'],
    ['2026-11-28', 'Due within 30 days'],
    ['2026-12-20', 'Due within 30 days'],
    ['2026-12-21', 'Due within 90 days'],
    ['2027-02-18', 'Due within 90 days'],
    ['2027-02-19', 'Due later'],
  ])('a goal for %s is %s', (targetDate, expected) => {
    expect(grouped([goal('1', { timeframe: deadline(targetDate) })], 'due')).toEqual([[expected, ['1']]])
  })

  test('by due date end with goals without one', () => {
    const goals = [
      goal('1', { status: 'archived', timeframe: deadline('2020-01-01') }),
      goal('2'),
      goal('3', { timeframe: { kind: 'continuous' } }),
      goal('4', { timeframe: deadline(now) }),
    ]
    expect(grouped(goals, 'due').map(([name]) => name)).toEqual([
      'Due within 7 days',
      'Continuous',
      'No timeframe',
      'Completed or archived',
    ])
  })
})
