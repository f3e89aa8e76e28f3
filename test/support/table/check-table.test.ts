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
await browser.api.updateGoal({ params: { goalId }, body: { detailedDescription: 'Plant a forest.' } })

const problemsAfter = async (corrupt: (content: TableContent) => unknown) => {
  // The database returns frozen records.
  const content = structuredClone(await readTable(service.table.database))
  corrupt(content)
  return problemsIn(content)
}

/** Changes a value, or the first record of a kind. */
function change<T extends object>(records: readonly T[] | T | undefined, changes: Partial<T>): void {
  Object.assign((Array.isArray(records) ? records[0] : records) ?? {}, changes)
}

describe('the check of a whole table', () => {
  it('finds nothing if everything agrees', async () => {
    expect(await problemsAfter(() => undefined)).toEqual([])
  })

  it.each<[string, (content: TableContent) => unknown, string]>([
    ['a gap in a history', ({ goalReport }) => goalReport.shift(), 'its history has'],
    ['a missing edit', ({ goalEdit }) => goalEdit.pop(), 'its history has versions 1,2'],
    ['a version without its entry', ({ goalRow }) => change(goalRow, { version: 4 }), 'its history has'],
    [
      'another status than reported',
      ({ goalRow }) => change(goalRow, { status: 'paused' }),
      'but its history says "active"',
    ],
    [
      'a changed report',
      ({ goalReport }) => change(goalReport[0]?.content, { summary: 'Nothing' }),
      'does not have the hash of its content',
    ],
    ['missing texts', ({ goalText }) => goalText.pop(), 'but its history wrote 1,3'],
    ['a missing standing', ({ goalStanding }) => goalStanding.pop(), 'has no standing'],
    [
      'a used key without its entry',
      ({ goalReportKey }) => change(goalReportKey, { revision: 9 }),
      'does not match its history',
    ],
    ['a report whose key is not used', ({ goalReportKey }) => goalReportKey.pop(), '0 used idempotency keys'],
    ['a label without its copy', ({ goalLabelRow }) => goalLabelRow.pop(), 'but copies of its row for'],
    [
      'a copy without its label',
      ({ goalRow }) => change(goalRow[0]?.content, { l: [] }),
      'but copies of its row for',
    ],
    ['an older copy', ({ goalLabelRow }) => change(goalLabelRow, { version: 1 }), 'differs from its row'],
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
    ['what is left of a deleted goal', ({ goalRow }) => goalRow.pop(), 'which does not exist'],
    [
      'a goal in a wrong list',
      ({ goalRow }) => change(goalRow, { gsi2sk: '1#goal' }),
      'has gsi2sk 1#goal, expected',
    ],
  ])('finds %s', async (_, damage, problem) => {
    expect(await problemsAfter(damage)).toContainEqual(expect.stringContaining(problem))
  })
})
