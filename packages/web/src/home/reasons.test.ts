import type { BriefGoal } from '@cairn/contract'
import type { AttentionReason } from '@cairn/contract/goals/goal-words'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeNeeds, describeNews, reasonsOf } from './reasons.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 20, 12) }))
afterEach(() => vi.useRealTimers())

const goal = (attention: AttentionReason[], fields: Partial<BriefGoal> = {}) => ({
  attention,
  timeframe: { kind: 'continuous' as const },
  nextReportDueAt: null,
  criteriaCount: 3,
  criteriaMetCount: 1,
  criteriaConfirmedCount: 0,
  ...fields,
})
const due = (targetDate: string) => ({ timeframe: { kind: 'deadline' as const, targetDate } })

test.each<[string, ReturnType<typeof goal>]>([
  ['Was due 5 days ago', goal(['overdue'], due('2026-11-15'))],
  ['Was due yesterday', goal(['overdue'], due('2026-11-19'))],
  ['Was due today', goal(['overdue'], due('2026-11-20'))],
  ['Was due today', goal(['overdue'], due('2026-11-21'))],
  ['Due today', goal(['due_soon'], due('2026-11-20'))],
  ['Due tomorrow', goal(['due_soon'], due('2026-11-21'))],
  ['Due in 14 days', goal(['due_soon'], due('2026-12-04'))],
  ['Due today', goal(['due_soon'], due('2026-11-19'))],
  [
    'Report was due 3 days ago',
    goal(['report_late'], { nextReportDueAt: new Date(2026, 10, 17, 12).toISOString() }),
  ],
  ['Report late', goal(['report_late'])],
  ['Off track', goal(['off_track'])],
  ['At risk', goal(['at_risk'])],
  ['1 of 3 criteria met', goal(['criteria_not_met'])],
  ['0 of 1 criterion met', goal(['criteria_not_met'], { criteriaCount: 1, criteriaMetCount: 0 })],
])('says %j', (text, concerned) => {
  expect(reasonsOf(concerned)).toEqual([{ reason: concerned.attention[0], text }])
})

test('names all reasons, in the order of the service, and none for a goal that needs nobody', () => {
  const reasons: AttentionReason[] = ['overdue', 'off_track', 'criteria_not_met']
  expect(reasonsOf(goal(reasons, due('2026-11-15'))).map(({ reason }) => reason)).toEqual(reasons)
  expect(reasonsOf(goal([]))).toEqual([])
})

describe('how many goals need the person', () => {
  const owned = (needing: number, others: number, moreGoals = false) => ({
    goals: [...Array<AttentionReason[]>(needing).fill(['at_risk']), ...Array(others).fill([])].map(
      (attention) => ({ attention }),
    ),
    moreGoals,
  })

  test.each([
    [owned(0, 0), ''],
    [owned(0, 1), 'Nothing needs you right now.'],
    [owned(0, 20, true), 'Nothing needs you right now.'],
    [owned(1, 0), 'Your goal needs you.'],
    [owned(1, 4), '1 of your 5 goals needs you.'],
    [owned(2, 3), '2 of your 5 goals need you.'],
    [owned(4, 0), 'All 4 of your goals need you.'],
    [owned(1, 19, true), '1 of your goals needs you.'],
    [owned(7, 13, true), '7 of your goals need you.'],
    [owned(20, 0, true), 'At least 20 of your goals need you.'],
  ])('%j: %s', (brief, sentence) => {
    expect(describeNeeds(brief)).toBe(sentence)
  })
})

test.each([
  [0, ''],
  [1, '1 thing has changed since your last visit.'],
  [2, '2 things have changed since your last visit.'],
])('says that %i events are new', (count, sentence) => {
  expect(describeNews(count)).toBe(sentence)
})
