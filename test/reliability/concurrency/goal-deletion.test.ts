import { longId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { allAtOnce, responseTo, tally } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const browser = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

/** Expects no record of the goals in the table and no goal in a response. */
async function expectGone(...goalIds: string[]): Promise<void> {
  const content = await expectSoundTable(service.table.database)
  const left = [
    content.goalRow,
    content.goalStanding,
    content.goalText,
    content.goalReport,
    content.goalEdit,
    content.goalReportKey,
    content.goalLabelRow,
  ]
    .flat()
    .filter((record) => goalIds.includes(longId(record.goalKey)))
  expect(left).toEqual([])
  const { goals } = await browser.api.listGoals()
  expect(goals.filter(({ id }) => goalIds.includes(id))).toEqual([])
  for (const goalId of goalIds) {
    const params = { goalId }
    const responses = await Promise.all([
      responseTo(browser.api.getGoal({ params })),
      responseTo(browser.api.listGoalUpdates({ params })),
    ])
    expect(tally(responses)).toEqual({ '404 goal_not_found': 2 })
  }
}

describe('deleting a goal', () => {
  it('204s while reports come: they get 201 before it or 404, and no record is left', async () => {
    const goalIds: string[] = []
    for (let round = 1; round <= 16; round++) {
      const { id: goalId } = await createGoal(browser)
      goalIds.push(goalId)
      const params = { goalId }
      const report = (revision: number) =>
        responseTo(
          browser.api.createGoalUpdate({
            params,
            body: reportOf(`On ${revision}`, { expectedRevision: revision }),
          }),
        )
      const remove = () => responseTo(browser.api.deleteGoal({ params }))
      // They alternate in being sent first; a second report follows the first.
      const reports = async () => [await report(1), await report(2)]
      const [removed, reported] =
        round % 2 === 0
          ? await Promise.all([remove(), reports()])
          : await Promise.all([reports(), remove()]).then(([first, second]) => [second, first] as const)

      expect(removed.outcome).toBe('ok')
      for (const { outcome } of reported) expect(['ok', '404 goal_not_found']).toContain(outcome)
    }
    await expectGone(...goalIds)
  })

  it('204s while PATCHes change its labels, whose use counts return to what they were', async () => {
    const labelIds = await Promise.all(['One', 'Two', 'Three'].map((name) => createLabel(browser, name)))
    const goalIds: string[] = []
    for (let round = 1; round <= 12; round++) {
      const { id: goalId } = await createGoal(browser, { labelIds: labelIds.slice(0, round % 3) })
      goalIds.push(goalId)
      const params = { goalId }
      const patches = [labelIds, [], labelIds.slice(1)].map((ids) =>
        responseTo(browser.api.updateGoal({ params, body: { labelIds: ids } })),
      )
      const removed = responseTo(browser.api.deleteGoal({ params }))
      for (const { outcome } of await Promise.all(patches)) {
        expect(['ok', '404 goal_not_found']).toContain(outcome)
      }
      expect((await removed).outcome).toBe('ok')
    }
    await expectGone(...goalIds)
    const { goalLabel } = await expectSoundTable(service.table.database)
    expect(goalLabel.map(({ useCount }) => useCount)).toEqual([0, 0, 0])
  })

  it('204s one of ten at once and 404s the other nine', async () => {
    const { id: goalId } = await createGoal(browser)
    const responses = await allAtOnce(10, () => browser.api.deleteGoal({ params: { goalId } }))
    expect(tally(responses)).toEqual({ ok: 1, '404 goal_not_found': 9 })
    await expectGone(goalId)
  })

  it('204s on a goal with a history longer than a transaction, while more reports come', async () => {
    const { id: goalId } = await createGoal(browser)
    const params = { goalId }
    const report = (revision: number) =>
      browser.api.createGoalUpdate({
        params,
        body: reportOf(`On ${revision}`, { expectedRevision: revision }),
      })
    for (let revision = 1; revision <= 52; revision++) await report(revision)

    const removed = responseTo(browser.api.deleteGoal({ params }))
    let outcome = 'ok'
    for (let revision = 53; outcome === 'ok'; revision++)
      outcome = (await responseTo(report(revision))).outcome
    expect(outcome).toBe('404 goal_not_found')
    expect((await removed).outcome).toBe('ok')
    await expectGone(goalId)
  })
})
