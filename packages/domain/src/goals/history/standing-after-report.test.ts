import { expect, test } from 'vitest'
import type { GoalStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import { standingAfterReport } from './standing-after-report.ts'

const before: GoalStanding = {
  verdicts: { c1: { result: 'met', asOf: 'then', revision: 2, authorityUserId: 'email:bob' } },
  values: { m1: { value: 1, asOf: 'then', revision: 2 } },
}
const report = { verdicts: [], measurements: [], revision: 3, createdAt: 'now', authorityUserId: 'email:ada' }
const judged = { result: 'not_met', asOf: 'now', revision: 3, authorityUserId: 'email:ada' } as const

test('is the same object if nothing was judged or measured', () => {
  expect(standingAfterReport(before, report)).toBe(before)
})

test('has new verdicts and values, and keeps the others', () => {
  const verdicts = [{ criterionId: 'c2', result: 'not_met' as const, note: 'No.' }]
  expect(standingAfterReport(before, { ...report, verdicts })).toEqual({
    verdicts: { ...before.verdicts, c2: judged },
    values: before.values,
  })
  const measurements = [{ measureId: 'm2', value: 7 }]
  expect(standingAfterReport(before, { ...report, measurements })).toEqual({
    verdicts: before.verdicts,
    values: { ...before.values, m2: { value: 7, asOf: 'now', revision: 3 } },
  })
})

test('replaces what was judged and measured before', () => {
  const verdicts = [{ criterionId: 'c1', result: 'not_met' as const }]
  const measurements = [{ measureId: 'm1', value: 0 }]
  expect(standingAfterReport(before, { ...report, verdicts, measurements })).toEqual({
    verdicts: { c1: judged },
    values: { m1: { value: 0, asOf: 'now', revision: 3 } },
  })
})
