import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { GoalsSearch } from '../goals-search.ts'
import { localFilter, serviceFilters } from './goal-filters.ts'

afterEach(() => vi.unstubAllEnvs())

const goal = (fields: Partial<GoalSummary>) =>
  ({
    status: 'active',
    health: null,
    ownerUserId: 'ann',
    labels: [],
    timeframe: { kind: 'unspecified' },
    attention: [],
    ...fields,
  }) as unknown as GoalSummary
const label = (id: string) => ({ id, name: id, color: null }) as never

describe('the service filters', () => {
  test.each<[GoalsSearch, ReturnType<typeof serviceFilters>]>([
    [
      { status: ['active', 'paused'], health: ['none'], q: 'x' },
      { status: 'active,paused', health: 'none', q: 'x' },
    ],
    [{ status: ['active'], not: ['status'] }, { status: 'paused,completed,archived' }],
    [{ health: ['none', 'at_risk'], not: ['health'] }, { health: 'on_track,off_track' }],
    [
      { ownerUserId: ['me'], labelId: ['l'], attention: ['overdue'] },
      { owner: ['me'], labelId: 'l', attention: 'overdue' },
    ],
    [{ ownerUserId: ['none'] }, { owner: ['none'] }],
    [
      { ownerUserId: ['me', 'ben'], due: ['2026-Q4'] },
      { owner: ['me', 'ben'], due: '2026-Q4' },
    ],
    [{ due: ['none'] }, { due: 'none' }],
  ])('%o', (search, expected) => {
    expect(serviceFilters(search)).toStrictEqual(expected)
    expect(localFilter(search, 'ann')).toBeUndefined()
  })
})

describe('the browser filters', () => {
  test.each<[string, GoalsSearch, GoalSummary[], GoalSummary[]]>([
    [
      'more owners than the service takes, one of them the reader',
      { ownerUserId: ['me', 'none', ...Array.from({ length: 19 }, (_, number) => `x${number}`)] },
      [goal({}), goal({ ownerUserId: null })],
      [goal({ ownerUserId: 'ben' })],
    ],
    [
      'a period or a group',
      { due: ['2026-Q4', 'continuous'] },
      [
        goal({ timeframe: { kind: 'deadline', targetDate: '2026-10-01' } }),
        goal({ timeframe: { kind: 'continuous' } }),
      ],
      [goal({}), goal({ timeframe: { kind: 'deadline', targetDate: '2027-01-01' } })],
    ],
    [
      'another period',
      { due: ['2026-Q4'], not: ['due'] },
      [goal({}), goal({ timeframe: { kind: 'deadline', targetDate: '2027-01-01' } })],
      [goal({ timeframe: { kind: 'deadline', targetDate: '2026-12-31' } })],
    ],
    [
      'another owner',
      { ownerUserId: ['ben'], not: ['ownerUserId'] },
      [goal({})],
      [goal({ ownerUserId: 'ben' })],
    ],
    [
      'one of several labels',
      { labelId: ['a', 'b'] },
      [goal({ labels: [label('a'), label('c')] })],
      [goal({}), goal({ labels: [label('c')] })],
    ],
    [
      'no health that there is',
      { health: ['on_track', 'at_risk', 'off_track', 'none'], not: ['health'] },
      [],
      [goal({}), goal({ health: 'at_risk' })],
    ],
    ['no label', { labelId: ['none'] }, [goal({})], [goal({ labels: [label('a')] })]],
    ['any label', { labelId: ['none'], not: ['labelId'] }, [goal({ labels: [label('a')] })], [goal({})]],
    [
      'how soon a goal is due',
      { due: ['overdue', 'ended'] },
      [
        goal({ timeframe: { kind: 'deadline', targetDate: '2020-01-01' } }),
        goal({ status: 'archived', timeframe: { kind: 'deadline', targetDate: '2020-01-01' } }),
      ],
      [goal({}), goal({ timeframe: { kind: 'deadline', targetDate: '2999-01-01' } })],
    ],
    [
      'goals without a reason',
      { attention: ['overdue', 'at_risk'], not: ['attention'] },
      [goal({ attention: ['report_late'] }), goal({})],
      [goal({ attention: ['report_late', 'at_risk'] })],
    ],
    [
      'nothing, if no status remains',
      { status: ['active', 'paused', 'completed', 'archived'], not: ['status'] },
      [],
      [goal({}), goal({ status: 'archived' })],
    ],
    [
      'a goal and all below it',
      { below: 'top' },
      [
        goal({ id: 'top', ancestors: [] }),
        goal({
          id: 'low',
          ancestors: [
            { id: 'top', title: 'Top' },
            { id: 'middle', title: 'Middle' },
          ],
        }),
      ],
      [goal({ id: 'other', ancestors: [] }), goal({ id: 'x', ancestors: [{ id: 'other', title: 'Other' }] })],
    ],
    [
      'by all filters',
      { ownerUserId: ['ben'], not: ['ownerUserId'], due: ['unspecified'] },
      [goal({})],
      [goal({ timeframe: { kind: 'continuous' } }), goal({ ownerUserId: 'ben' })],
    ],
  ])('%s', (_, search, matching, others) => {
    const matches = localFilter(search, 'ann')
    expect(matching.map((one) => matches?.(one))).toEqual(matching.map(() => true))
    expect(others.map((one) => matches?.(one))).toEqual(others.map(() => false))
    expect(serviceFilters(search)).toEqual({})
  })
})

test.each([
  ['1', '2026-10-31T23:00:00.000Z'],
  // Before the end of daylight saving time.
  ['30', '2026-10-02T22:00:00.000Z'],
] as const)('changes of %s days begin at midnight, so the list is the same all day', (changedDays, since) => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  for (const now of ['2026-11-01T23:30:00.000Z', '2026-11-02T20:00:00.000Z']) {
    expect(serviceFilters({ changedDays }, new Date(now)).updatedSince).toBe(since)
  }
})
