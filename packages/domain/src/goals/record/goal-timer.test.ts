import type { GoalStatus } from '@cairn/contract/schemas/goals/goal-values'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import {
  begunDeadlineReminders,
  changedTimerAt,
  goalTimerItem,
  nextTimerAt,
  upcomingMoments,
} from './goal-timer.ts'

const published = '2026-11-01T10:00:00.000Z'
const time = (text: string) => Date.parse(text)

function rowWith(fields: Partial<GoalRow> = {}): GoalRow {
  return {
    status: 'active',
    timeframe: { kind: 'continuous' },
    ownerUserId: 'email:ada',
    createdAt: published,
    revision: 1,
    ...fields,
  } as GoalRow
}
const deadline = (targetDate: string): Partial<GoalRow> => ({ timeframe: { kind: 'deadline', targetDate } })
const lastReport = (createdAt: string) => ({ revision: 2, summary: '', createdAt, authorityUserId: '' })

describe('the timer after a change', () => {
  const weekly = rowWith({ cadence: 7 })
  const late = '2026-11-08T10:00:00.001Z'

  test.each<[string, GoalRow | undefined, GoalRow, string | undefined]>([
    ['a new goal without dates', undefined, rowWith(), undefined],
    ['a new goal with a cadence', undefined, weekly, late],
    ['a new goal with a deadline', undefined, rowWith(deadline('2026-12-31')), '2026-12-23T10:00:00.000Z'],
    ['a new goal whose deadline is over', undefined, rowWith(deadline('2026-10-01')), undefined],
    ['another title', weekly, { ...weekly, title: 'Other' }, undefined],
    ['a longer cadence', weekly, rowWith({ cadence: 30 }), undefined],
    ['a shorter cadence', weekly, rowWith({ cadence: 3 }), '2026-11-04T10:00:00.001Z'],
    ['no cadence any longer', weekly, rowWith(), undefined],
    [
      'a deadline before the report',
      weekly,
      rowWith({ cadence: 7, ...deadline('2026-11-12') }),
      '2026-11-04T10:00:00.000Z',
    ],
    ['a deadline after the report', weekly, rowWith({ cadence: 7, ...deadline('2026-12-31') }), undefined],
    ['another owner', weekly, rowWith({ cadence: 7, ownerUserId: 'email:bob' }), late],
    [
      'a report',
      weekly,
      rowWith({ cadence: 7, revision: 2, lastReport: lastReport('2026-11-02T10:00:00.000Z') }),
      undefined,
    ],
    ['a report that pauses', weekly, rowWith({ cadence: 7, revision: 2, status: 'paused' }), undefined],
    [
      'a report that resumes',
      rowWith({ cadence: 7, status: 'paused' }),
      rowWith({ cadence: 7, revision: 2 }),
      late,
    ],
    [
      'an edit of a paused goal',
      rowWith({ status: 'paused' }),
      rowWith({ status: 'paused', cadence: 1 }),
      undefined,
    ],
  ])('%s', (_, before, after, expected) => {
    const dueAt = changedTimerAt(before, after, time('2026-11-02T10:00:00.000Z'))
    expect(dueAt && new Date(dueAt).toISOString()).toBe(expected)
  })
})

/** One step of a goal's life. Times are hours since the step before. */
const steps = fc.array(
  fc.record({
    hours: fc.integer({ min: 0, max: 24 * 20 }),
    sweeps: fc.boolean(),
    change: fc.oneof(
      fc.record({ cadence: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }) }),
      fc.integer({ min: -5, max: 60 }).map((days) => ({ days })),
      fc.constantFrom<GoalStatus>('active', 'active', 'paused', 'completed').map((report) => ({ report })),
      fc.constantFrom('email:ada', 'email:bob', undefined).map((ownerUserId) => ({ ownerUserId })),
    ),
  }),
  { maxLength: 25 },
)

test('is never due later than what there is to be reminded of, whatever happens to the goal', () => {
  fc.assert(
    fc.property(steps, (life) => {
      let now = time(published)
      let row = rowWith({ cadence: 5 })
      let goalTimer = changedTimerAt(undefined, row, now)
      /** The time of the last sweep, or of setting the timer. */
      let since = now
      for (const { hours, sweeps, change } of life) {
        now += hours * 3_600_000
        if (sweeps && goalTimer !== undefined && goalTimer <= now) {
          goalTimer = nextTimerAt(row, now)
          since = now
        }
        const before = row
        if ('report' in change) {
          const createdAt = new Date(now).toISOString()
          row = {
            ...row,
            status: change.report,
            revision: row.revision + 1,
            lastReport: lastReport(createdAt),
          }
        } else if ('days' in change) {
          const targetDate = new Date(now + change.days * 86_400_000).toISOString().slice(0, 10)
          row = { ...row, ...deadline(targetDate) }
        } else row = { ...row, ...change }
        const changed = changedTimerAt(before, row, now)
        if (changed !== undefined) {
          goalTimer = changed
          since = now
        }
        const next = Math.min(...upcomingMoments(row, Math.max(since, now)))
        if (Number.isFinite(next)) expect(goalTimer).toBeLessThanOrEqual(next)
      }
    }),
    { seed: 20261122, numRuns: 2_000 },
  )
})

describe('the times at which an owner may have to be reminded', () => {
  const at = (row: GoalRow, now: string) =>
    upcomingMoments(row, time(now)).map((one) => new Date(one).toISOString())
  const both = rowWith({ cadence: 7, ...deadline('2026-11-20') })
  const due = '2026-11-08T10:00:00.001Z'
  const week = '2026-11-12T10:00:00.000Z'
  const day = '2026-11-18T10:00:00.000Z'

  test('are after the next report is due, and when the days 7 and 1 before the deadline begin anywhere', () => {
    expect(at(both, published)).toEqual([due, week, day])
    expect(at(rowWith(deadline('2026-11-20')), published)).toEqual([week, day])
    expect(at(rowWith({ cadence: 7 }), published)).toEqual([due])
    expect(at(rowWith(), published)).toEqual([])
    expect(at({ ...both, status: 'paused' }, published)).toEqual([])
  })

  test('are after the given time, not at it', () => {
    expect(at(both, due)).toEqual([week, day])
    expect(at(both, '2026-11-12T09:59:59.999Z')).toEqual([week, day])
    expect(at(both, week)).toEqual([day])
    expect(at(both, day)).toEqual([])
  })

  test('begin before the day has ended everywhere', () => {
    const targetDate = '2026-11-20'
    expect(begunDeadlineReminders(targetDate, time(week) - 1)).toEqual([])
    expect(begunDeadlineReminders(targetDate, time(week))).toEqual([7])
    expect(begunDeadlineReminders(targetDate, time(day))).toEqual([7, 1])
  })
})

describe('the timer after the sweep has looked', () => {
  const next = (row: GoalRow, now: string) => {
    const dueAt = nextTimerAt(row, time(now))
    return dueAt && new Date(dueAt).toISOString()
  }

  test.each<[string, GoalRow, string | undefined]>([
    ['a goal without dates', rowWith(), undefined],
    ['a report that is not due yet', rowWith({ cadence: 7 }), '2026-11-08T10:00:00.001Z'],
    [
      'a report that is late',
      rowWith({ cadence: 7, createdAt: '2026-10-01T10:00:00.000Z' }),
      '2026-11-09T10:00:00.000Z',
    ],
    ['a paused goal', rowWith({ cadence: 7, status: 'paused' }), undefined],
    ['a deadline', rowWith(deadline('2026-11-20')), '2026-11-12T10:00:00.000Z'],
    ['a deadline in the past', rowWith(deadline('2026-11-02')), undefined],
  ])('%s', (_, row, expected) => {
    expect(next(row, '2026-11-02T10:00:00.000Z')).toBe(expected)
  })
})

test('a change writes the timer with the time from which it looks, or nothing', () => {
  const ids = {
    organizationId: '0f177d45-1234-4abc-8def-9a27d0c1b2e3',
    goalId: '1f177d45-1234-4abc-8def-9a27d0c1b2e3',
  }
  const row = rowWith({ ...ids, cadence: 7 })
  const now = new Date('2026-11-02T10:00:00.000Z')
  expect(goalTimerItem(row, { ...row, title: 'Other' }, now)).toBeUndefined()
  const item = JSON.stringify(goalTimerItem(undefined, row, now)?.Update?.params({ table: 'cairn' }))
  expect(item).toContain(`:${now.getTime()}`)
  expect(item).toContain(String(time('2026-11-08T10:00:00.001Z')))
})
