import { expect, test } from 'vitest'
import { byUrgency, type Reason, reasonsOf } from './needs-me.ts'

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
  ['the day was yesterday', { ...calm, timeframe: until('2026-11-19') }, ['overdue']],
  ['the day is today', { ...calm, timeframe: until('2026-11-20') }, ['near']],
  ['the day is in two weeks', { ...calm, timeframe: until('2026-12-04') }, ['near']],
  ['the day is later', { ...calm, timeframe: until('2026-12-05') }, []],
  ['no report for two weeks', { ...calm, lastReportAt: '2026-11-06T11:00:00.000Z' }, ['silent']],
  [
    'everything at once',
    { health: 'at_risk', timeframe: until('2026-11-01'), lastReportAt: '2026-10-01T00:00:00.000Z' },
    ['overdue', 'at_risk', 'silent'],
  ],
])('%s', (_, goal, reasons) => {
  expect(reasonsOf(goal, moment)).toEqual(reasons)
})

test('the most pressing comes first', () => {
  const goals: { reasons: Reason[] }[] = [
    { reasons: [] },
    { reasons: ['silent'] },
    { reasons: ['at_risk', 'silent'] },
    { reasons: ['off_track'] },
  ]
  expect(byUrgency(goals).map(({ reasons }) => reasons[0])).toEqual([
    'off_track',
    'at_risk',
    'silent',
    undefined,
  ])
})
