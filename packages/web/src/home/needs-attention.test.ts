import { describe, expect, test } from 'vitest'
import { byUrgency, goalsNeedingHistory, lastReportAt, type Reason, reasonsOf } from './needs-attention.ts'

const moment = { now: Date.parse('2026-11-20T12:00:00.000Z'), today: '2026-11-20' }
const calm = {
  health: 'on_track',
  timeframe: { kind: 'continuous' },
  lastReportAt: '2026-11-18T00:00:00.000Z',
} as const
const until = (targetDate: string) => ({ kind: 'deadline', targetDate }) as const

test.each<[string, Parameters<typeof reasonsOf>[0], Reason[]]>([
  ['all is well', calm, []],
  ['off track', { ...calm, health: 'off_track' }, ['off_track']],
  ['due yesterday', { ...calm, timeframe: until('2026-11-19') }, ['overdue']],
  ['due today', { ...calm, timeframe: until('2026-11-20') }, ['near']],
  ['due in two weeks', { ...calm, timeframe: until('2026-12-04') }, ['near']],
  ['due later', { ...calm, timeframe: until('2026-12-05') }, []],
  ['the last report is two weeks old', { ...calm, lastReportAt: '2026-11-06T12:00:00.000Z' }, []],
  ['the last report is older', { ...calm, lastReportAt: '2026-11-06T11:59:59.999Z' }, ['stale']],
  [
    'everything at once',
    { health: 'at_risk', timeframe: until('2026-11-01'), lastReportAt: '2026-10-01T00:00:00.000Z' },
    ['overdue', 'at_risk', 'stale'],
  ],
])('%s', (_, goal, reasons) => {
  expect(reasonsOf(goal, moment)).toEqual(reasons)
})

test('the most urgent goal comes first', () => {
  const goals: { reasons: Reason[] }[] = [
    { reasons: [] },
    { reasons: ['stale'] },
    { reasons: ['at_risk', 'stale'] },
    { reasons: ['off_track'] },
  ]
  expect(byUrgency(goals).map(({ reasons }) => reasons[0])).toEqual([
    'off_track',
    'at_risk',
    'stale',
    undefined,
  ])
})

describe('the last report', () => {
  const goal = { updatedAt: '2026-11-19T00:00:00.000Z' }
  const updates = [{ createdAt: '2026-09-01T00:00:00.000Z' }, { createdAt: '2026-10-01T00:00:00.000Z' }]

  test('is the last update of the history', () => {
    expect(lastReportAt(goal, { updates, isComplete: true })).toBe('2026-10-01T00:00:00.000Z')
  })

  test.each([
    ['is not loaded', undefined],
    ['is empty', { updates: [], isComplete: true }],
    ['is incomplete', { updates, isComplete: false }],
  ])('falls back to the last change if the history %s', (_, history) => {
    expect(lastReportAt(goal, history)).toBe(goal.updatedAt)
  })

  test('needs the history of old goals that changed recently, at most 20', () => {
    const twoWeeksAgo = '2026-11-06T12:00:00.000Z'
    const earlier = '2026-11-06T11:59:59.999Z'
    const young = { createdAt: twoWeeksAgo, updatedAt: twoWeeksAgo }
    const untouched = { createdAt: earlier, updatedAt: earlier }
    const unclear = { createdAt: earlier, updatedAt: twoWeeksAgo }
    expect(goalsNeedingHistory([young, untouched, unclear], moment.now)).toEqual([unclear])
    expect(goalsNeedingHistory(Array(21).fill(unclear), moment.now)).toHaveLength(20)
  })
})
