import { describe, expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../people/goals.ts'
import { signIn } from '../people/sign-in.ts'
import { startTestService } from '../service/service.ts'
import { stopAfterFile } from '../stop-after-file.ts'
import { problemsIn } from './check-table.ts'
import { readTable, type TableContent } from './read-table.ts'

const service = stopAfterFile(await startTestService())
const browser = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const labelId = await createLabel(browser, 'Forest')
const { id: goalId } = await createGoal(browser, { labelIds: [labelId] })
await browser.api.createGoalUpdate({ params: { goalId }, body: reportOf('First row') })

const problemsAfter = async (corrupt: (content: TableContent) => unknown) => {
  // The database returns frozen records.
  const content = structuredClone(await readTable(service.table.database))
  corrupt(content)
  return problemsIn(content, service.table.database)
}

/** Changes the first record of a kind. */
function change<T extends object>(records: readonly T[], changes: Partial<T>): void {
  Object.assign(records[0] ?? {}, changes)
}

describe('the check of a whole table', () => {
  it('finds nothing if everything agrees', async () => {
    expect(await problemsAfter(() => undefined)).toEqual([])
  })

  it.each<[string, (content: TableContent) => unknown, string]>([
    ['a gap in a history', ({ goalUpdate }) => goalUpdate.shift(), 'its history has'],
    ['a revision without its entry', ({ goal }) => change(goal, { revision: 3 }), 'its history has'],
    ['another status than reported', ({ goal }) => change(goal, { status: 'paused' }), 'last report says'],
    [
      'a used key without its entry',
      ({ goalUpdateKey }) => change(goalUpdateKey, { revision: 9 }),
      'does not match its history',
    ],
    ['a report whose key is not used', ({ goalUpdateKey }) => goalUpdateKey.pop(), '0 used idempotency keys'],
    [
      'a label without its assignment',
      ({ goalLabelAssignment }) => goalLabelAssignment.pop(),
      'its assignments',
    ],
    ['an assignment without its label', ({ goal }) => change(goal, { labelIds: [] }), 'its assignments'],
    [
      'an assignment of another time',
      ({ goalLabelAssignment }) => change(goalLabelAssignment, { updatedAt: '2026-01-01T00:00:00.000Z' }),
      'was updated at',
    ],
    [
      'a wrong use count',
      ({ goalLabel }) => change(goalLabel, { useCount: 2 }),
      'has use count 2, expected 1',
    ],
    ['a dead label', ({ goalLabel }) => goalLabel.pop(), 'which does not exist'],
    ['a label without its name', ({ goalLabelName }) => goalLabelName.pop(), 'but 0 names'],
    [
      "a label with another's name",
      ({ goalLabel }) => change(goalLabel, { name: 'Wood' }),
      'does not reserve exactly its name',
    ],
    ['a user without its membership', ({ membership }) => membership.pop(), 'is not a member'],
    [
      'an organization without owner',
      ({ membership }) => change(membership, { role: 'admin' }),
      'has 0 owners',
    ],
    ['what is left of a deleted goal', ({ goal }) => goal.pop(), 'which does not exist'],
    [
      'a goal in a wrong list',
      ({ goal }) => change(goal, { gsi3sk: '$goal_1' }),
      'has gsi3sk $goal_1, expected',
    ],
  ])('finds %s', async (_, damage, problem) => {
    expect(await problemsAfter(damage)).toContainEqual(expect.stringContaining(problem))
  })
})
