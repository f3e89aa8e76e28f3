import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AttentionReason, attentionReasons } from '../schemas/goals/goal-values.ts'
import { type RankedGoal, rankGoals } from './rank-goals.ts'

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`
const at = (number: number) => `${day(number)}T09:00:00.000Z`

type Facts = {
  attention?: AttentionReason[]
  /** Days of November. */
  target?: number
  nextReport?: number
  lastReport?: number
  published?: number
}

const goal = (id: string, facts: Facts = {}): RankedGoal => ({
  id,
  attention: facts.attention ?? [],
  timeframe:
    facts.target === undefined ? { kind: 'continuous' } : { kind: 'deadline', targetDate: day(facts.target) },
  nextReportDueAt: facts.nextReport === undefined ? null : at(facts.nextReport),
  lastReport: facts.lastReport === undefined ? null : { createdAt: at(facts.lastReport) },
  createdAt: at(facts.published ?? 1),
})

const ranked = (goals: readonly RankedGoal[]) => rankGoals(goals).map(({ id }) => id)

test.each<[rule: string, Record<string, Facts>]>([
  [
    'the most urgent reason first, whatever is due; goals that need nobody last',
    {
      overdue: { attention: ['overdue'], target: 20 },
      'report late and off track': { attention: ['report_late', 'off_track'], nextReport: 18 },
      'off track': { attention: ['off_track'] },
      'at risk': { attention: ['at_risk'], target: 1 },
      'due soon': { attention: ['due_soon'], target: 29 },
      'criteria not met': { attention: ['criteria_not_met'] },
      fine: { target: 1, nextReport: 1 },
    },
  ],
  [
    'then what is due first, a target date or a report; what is never due last',
    {
      'overdue since the 2nd': { attention: ['overdue'], target: 2, lastReport: 19 },
      'overdue since the 3rd': { attention: ['overdue'], target: 3, lastReport: 1 },
      'report due on the 4th': { attention: ['at_risk'], target: 28, nextReport: 4 },
      'target on the 5th': { attention: ['at_risk'], target: 5, nextReport: 28 },
      'nothing due': { attention: ['at_risk'] },
    },
  ],
  [
    'then the longest without a report, counted from the publication before the first',
    {
      'published on the 2nd': { published: 2 },
      'reported on the 3rd': { published: 1, lastReport: 3 },
      'published on the 4th': { published: 4 },
    },
  ],
  ['then by id', { a: {}, b: {}, c: {} }],
])('ranks %s', (_, facts) => {
  const expected = Object.keys(facts)
  const goals = Object.entries(facts).map(([id, some]) => goal(id, some))
  expect(ranked(goals)).toEqual(expected)
  expect(ranked(goals.toReversed())).toEqual(expected)
})

const anyDay = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined })
const anyGoal = fc
  .record({
    id: fc.uuid(),
    attention: fc.subarray([...attentionReasons]),
    target: anyDay,
    nextReport: anyDay,
    lastReport: anyDay,
    published: anyDay,
  })
  .map(({ id, target, nextReport, lastReport, published, attention }) =>
    goal(id, {
      attention,
      ...(target !== undefined && { target }),
      ...(nextReport !== undefined && { nextReport }),
      ...(lastReport !== undefined && { lastReport }),
      ...(published !== undefined && { published }),
    }),
  )
const anyGoals = fc.uniqueArray(anyGoal, { selector: ({ id }) => id })

test('keeps all goals, in the same order however they arrive, without changing its input', () => {
  fc.assert(
    fc.property(anyGoals, fc.infiniteStream(fc.nat()), (goals, keys) => {
      const copy = structuredClone(goals)
      const shuffled = goals
        .map((one) => ({ one, key: keys.next().value }))
        .sort((left, right) => left.key - right.key)
        .map(({ one }) => one)
      const result = rankGoals(goals)
      expect(rankGoals(shuffled)).toEqual(result)
      expect(rankGoals(result)).toEqual(result)
      expect(result.map(({ id }) => id).toSorted()).toEqual(goals.map(({ id }) => id).toSorted())
      expect(goals).toEqual(copy)
    }),
  )
})

test('never ranks a goal before one with a more urgent reason', () => {
  const urgency = ({ attention: [first] }: RankedGoal) =>
    first ? attentionReasons.indexOf(first) : attentionReasons.length
  fc.assert(
    fc.property(anyGoals, (goals) => {
      const urgencies = rankGoals(goals).map(urgency)
      expect(urgencies).toEqual(urgencies.toSorted((left, right) => left - right))
    }),
  )
})
