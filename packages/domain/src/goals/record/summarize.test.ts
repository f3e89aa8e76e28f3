import type { MeasureDefinition } from '@cairn/contract/schemas/goals/goal-measures'
import {
  attentionReasons,
  type EvaluationResult,
  goalStatuses,
} from '@cairn/contract/schemas/goals/goal-values'
import { assert, double, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { noStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import { noWork } from '../work/work.ts'
import { attentionOf, nextReportDueAt, progressOf, summarize } from './summarize.ts'
import { noTexts } from './write-texts.ts'

const createdAt = '2026-11-01T10:00:00.000Z'

/** The values that attention and due dates depend on. */
function rowWith(fields: Partial<GoalRow> = {}): GoalRow {
  return {
    status: 'active',
    timeframe: { kind: 'continuous' },
    counts: { criteria: 0, met: 0, notMet: 0, measures: 0, confirmed: 0 },
    createdAt,
    ...fields,
  } as GoalRow
}

const deadline = (targetDate: string): Partial<GoalRow> => ({ timeframe: { kind: 'deadline', targetDate } })
const lastReportAt = (at: string): Partial<GoalRow> => ({
  lastReport: { revision: 2, summary: 'Half', createdAt: at, authorityUserId: 'email:ada' },
})

const everything: Partial<GoalRow> = {
  ...deadline('2026-11-19'),
  cadence: 7,
  health: 'off_track',
  counts: { criteria: 2, met: 0, notMet: 1, measures: 0, confirmed: 0 },
}

describe('attention', () => {
  const at = (time: string, fields: Partial<GoalRow>) => attentionOf(rowWith(fields), noWork, new Date(time))

  test.each([
    ['2026-11-20', '2026-11-20T23:59:59.999Z', ['due_soon']],
    ['2026-11-20', '2026-11-21T00:00:00.000Z', ['overdue']],
    ['2026-11-20', '2026-11-06T00:00:00.000Z', ['due_soon']],
    ['2026-11-20', '2026-11-05T23:59:59.999Z', []],
    ['2027-01-03', '2026-12-20T12:00:00.000Z', ['due_soon']],
    ['2027-01-03', '2026-12-19T12:00:00.000Z', []],
    ['2028-03-01', '2028-02-16T00:00:00.000Z', ['due_soon']],
    ['2028-03-01', '2028-02-15T23:59:59.999Z', []],
  ])('a deadline on %s, at %s: %j', (targetDate, now, reasons) => {
    expect(at(now, deadline(targetDate))).toEqual(reasons)
  })

  test.each([
    [7, undefined, '2026-11-08T10:00:00.000Z', []],
    [7, undefined, '2026-11-08T10:00:00.001Z', ['report_late']],
    [1, '2026-11-08T10:00:00.000Z', '2026-11-09T10:00:00.000Z', []],
    [1, '2026-11-08T10:00:00.000Z', '2026-11-09T10:00:00.001Z', ['report_late']],
    [undefined, undefined, '2036-11-08T10:00:00.000Z', []],
  ])('a report every %s days, the last one at %s, at %s: %j', (cadence, last, now, reasons) => {
    expect(at(now, { cadence, ...(last && lastReportAt(last)) })).toEqual(reasons)
  })

  test.each([
    ['on_track', []],
    ['at_risk', ['at_risk']],
    ['off_track', ['off_track']],
    [undefined, []],
  ] as const)('health %s: %j', (health, reasons) => {
    expect(at(createdAt, { health })).toEqual(reasons)
  })

  test.each([
    [0, []],
    [1, ['criteria_not_met']],
  ])('%s criteria that are not met: %j', (notMet, reasons) => {
    expect(at(createdAt, { counts: { criteria: 2, met: 1, notMet, measures: 0, confirmed: 0 } })).toEqual(
      reasons,
    )
  })

  const used = { inputTokens: 3, outputTokens: 4, seconds: 60, costMicros: 500, reports: 2 }
  test.each([
    [{ tokens: 7 }, ['budget_used']],
    [{ tokens: 8 }, []],
    [{ seconds: 60 }, ['budget_used']],
    [{ seconds: 61 }, []],
    [{ costMicros: 500 }, ['budget_used']],
    [{ costMicros: 501 }, []],
    [{ tokens: 8, seconds: 60 }, ['budget_used']],
  ])('a budget of %j: %j', (budget, reasons) => {
    expect(at(createdAt, { budget, used })).toEqual(reasons)
    expect(at(createdAt, { budget })).toEqual([])
    expect(at(createdAt, { used })).toEqual([])
  })

  test('reasons are in the order of urgency', () => {
    const late = '2026-11-20T00:00:00.000Z'
    expect(at(late, everything)).toEqual(['overdue', 'report_late', 'off_track', 'criteria_not_met'])
    const soon = at(late, { ...everything, health: 'at_risk', ...deadline('2026-11-21') })
    expect(soon).toEqual(['report_late', 'at_risk', 'due_soon', 'criteria_not_met'])
    const order = attentionReasons.filter((reason) => soon.includes(reason))
    expect(soon).toEqual(order)
  })

  test.each(goalStatuses.filter((status) => status !== 'active'))(
    'a goal that is %s needs nobody',
    (status) => {
      expect(at('2026-12-20T00:00:00.000Z', { ...everything, status })).toEqual([])
    },
  )
})

describe('the next report', () => {
  test('is due the days of the cadence after the publication, then after the last report', () => {
    expect(nextReportDueAt(rowWith({ cadence: 366 }))).toBe('2027-11-02T10:00:00.000Z')
    const reported = rowWith({ cadence: 7, ...lastReportAt('2026-11-05T00:00:00.000Z') })
    expect(nextReportDueAt(reported)).toBe('2026-11-12T00:00:00.000Z')
  })

  test.each(goalStatuses.filter((status) => status !== 'active'))(
    'is not due when the goal is %s',
    (status) => {
      expect(nextReportDueAt(rowWith({ status, cadence: 7 }))).toBeNull()
    },
  )

  test('is not due without a cadence', () => {
    expect(nextReportDueAt(rowWith())).toBeNull()
  })
})

describe('progress', () => {
  test.each([
    [0, 100, 25, 0.25],
    [0, 100, -1, 0],
    [0, 100, 101, 1],
    [100, 0, 75, 0.25],
    [100, 0, 101, 0],
    [100, 0, -1, 1],
    [-10, 10, 0, 0.5],
    [10, -10, 5, 0.25],
    [-1e12, 1e12, 0, 0.5],
    [0, 0.000001, 0.000001, 1],
    [0, -5, 0, 0],
  ])('from %s to %s, %s is %s', (start, target, value, progress) => {
    expect(progressOf({ start, target }, { value })).toBe(progress)
  })

  test('is null without a value', () => {
    expect(progressOf({ start: 0, target: 1 }, undefined)).toBeNull()
  })

  const value = () =>
    double({ min: -1e12, max: 1e12, noNaN: true }).map((number) => Math.round(number * 1e6) / 1e6)

  test('is within 0 and 1, 0 at the start and 1 at the target', () => {
    assert(
      property(value(), value(), value(), (start, target, current) => {
        if (start === target) return
        const progress = progressOf({ start, target }, { value: current })
        expect(progress).toBeGreaterThanOrEqual(0)
        expect(progress).toBeLessThanOrEqual(1)
        expect(progressOf({ start, target }, { value: start })).toBe(0)
        expect(progressOf({ start, target }, { value: target })).toBe(1)
      }),
    )
  })
})

describe('a summary of texts and standing', () => {
  const criterion = (id: string) => ({ id, title: id, description: 'Done' })
  const measure = (id: string): MeasureDefinition => ({ id, title: id, unit: null, start: 0, target: 10 })
  const verdict = (result: EvaluationResult) => ({
    result,
    asOf: createdAt,
    revision: 2,
    authorityUserId: 'email:ada',
  })
  const current = (value: number) => ({ value, asOf: createdAt, revision: 2 })

  test('counts criteria, met and not met ones, and measures', () => {
    const text = {
      ...noTexts,
      criteria: ['a', 'b', 'c', 'd'].map(criterion),
      measures: ['m', 'n'].map(measure),
    }
    const standing = {
      ...noStanding,
      verdicts: { a: verdict('met'), b: verdict('not_met'), c: verdict('unknown'), gone: verdict('met') },
    }
    expect(summarize(text, standing).counts).toEqual({
      criteria: 4,
      met: 1,
      notMet: 1,
      measures: 2,
      confirmed: 0,
    })
  })

  test('has the mean progress of the measures that have a value', () => {
    const text = { ...noTexts, measures: ['m', 'n', 'o'].map(measure) }
    const standing = { ...noStanding, values: { m: current(5), n: current(20), gone: current(0) } }
    expect(summarize(text, standing).progress).toBe(0.75)
    expect(summarize(text, noStanding).progress).toBeUndefined()
    expect(summarize(noTexts, standing).progress).toBeUndefined()
  })

  test('has the size of the texts in bytes of UTF-8', () => {
    const { textBytes } = summarize({ ...noTexts, detailedDescription: 'ü' }, noStanding)
    expect(textBytes - summarize(noTexts, noStanding).textBytes).toBe(2)
  })
})
