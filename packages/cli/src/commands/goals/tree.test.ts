import type { GoalSummary } from '@cairn/client'
import { expect, test } from 'vitest'
import { rollupWords } from './rows.ts'
import { treesOf } from './tree.ts'

/** A goal that is due in a year. */
const goal = (id: string, parentGoalId: string | null, year: number) =>
  ({
    id,
    parentGoalId,
    attention: [],
    timeframe: { kind: 'deadline', targetDate: `${year}-01-01` },
    nextReportDueAt: null,
    lastReport: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  }) as unknown as GoalSummary

const branches = (goals: GoalSummary[], depth = 4) =>
  treesOf(goals, depth).map((entry) => '-'.repeat(entry.depth) + entry.id)

const goals = [
  goal('late', 'top', 2032),
  goal('leaf', 'late', 2030),
  goal('soon', 'top', 2031),
  goal('top', null, 2033),
  goal('first', null, 2030),
]

test('goals are below their parents, in any order of the list, the most pressing first', () => {
  const expected = ['first', 'top', '-soon', '-late', '--leaf']
  expect(branches(goals)).toEqual(expected)
  expect(branches(goals.toReversed())).toEqual(expected)
})

test('a tree ends at a depth', () => {
  expect(branches(goals, 1)).toEqual(['first', 'top', '-soon', '-late'])
})

test('a goal whose parent is not in the list is at the top', () => {
  expect(branches([goal('child', 'unseen', 2030), goal('leaf', 'child', 2030)])).toEqual(['child', '-leaf'])
})

test('a roll-up says what is wrong below', () => {
  const rollup = {
    children: 2,
    descendants: 7,
    byStatus: { active: 4, paused: 0, completed: 3, archived: 0 },
    byHealth: { on_track: 1, at_risk: 2, off_track: 1, none: 0 },
    progress: 0.404,
  }
  expect(rollupWords(rollup)).toBe('3 of 7 completed, 40 %, 1 off track, 2 at risk')
  const well = { ...rollup, byHealth: { on_track: 4, at_risk: 0, off_track: 0, none: 0 }, progress: null }
  expect(rollupWords(well)).toBe('3 of 7 completed')
})
