import type { GoalStatus } from '@cairn/contract/schemas/goal-values'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GoalRow } from '../../table/entities/goals/goal-row.ts'
import { changedAlarmAt, nextAlarmAt, upcomingMoments } from './alarm.ts'

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

describe('the alarm after a change', () => {
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
    const dueAt = changedAlarmAt(before, after, time('2026-11-02T10:00:00.000Z'))
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

test('never rings later than what there is to be reminded of, whatever happens to the goal', () => {
  fc.assert(
    fc.property(steps, (life) => {
      let now = time(published)
      let row = rowWith({ cadence: 5 })
      let alarm = changedAlarmAt(undefined, row, now)
      /** When the sweep looked last, or the alarm was set. */
      let since = now
      for (const { hours, sweeps, change } of life) {
        now += hours * 3_600_000
        if (sweeps && alarm !== undefined && alarm <= now) {
          alarm = nextAlarmAt(row, now)
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
        const changed = changedAlarmAt(before, row, now)
        if (changed !== undefined) {
          alarm = changed
          since = now
        }
        const next = Math.min(...upcomingMoments(row, Math.max(since, now)))
        if (Number.isFinite(next)) expect(alarm).toBeLessThanOrEqual(next)
      }
    }),
    { seed: 20261122, numRuns: 2_000 },
  )
})
