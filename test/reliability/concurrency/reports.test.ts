import { afterEach, describe, expect, it } from 'vitest'
import { createGoal, historyOf, reportOf } from '../../support/people/goals.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { allAtOnce, bodiesOf, responseTo, tally } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const browser = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

afterEach(async () => {
  await expectSoundTable(service.table.database)
})

describe('reports at the same time', () => {
  it('201s one of 30 reports on one revision and 409s the other 29 as goal_revision_conflict', async () => {
    const { id: goalId } = await createGoal(browser)
    const responses = await allAtOnce(30, (index) =>
      browser.api.createGoalUpdate({ params: { goalId }, body: reportOf(`Report ${index}`) }),
    )
    expect(tally(responses)).toEqual({ ok: 1, '409 goal_revision_conflict': 29 })

    const accepted = bodiesOf(responses).map(({ update }) => update)
    expect((await historyOf(browser, goalId)).slice(1)).toEqual(accepted)
    expect((await browser.api.getGoal({ params: { goalId } })).goal.revision).toBe(2)
  })

  it('201s all of 20 retries of one report with the same body, and writes one history entry', async () => {
    for (let round = 1; round <= 3; round++) {
      const { id: goalId } = await createGoal(browser)
      const body = reportOf('Half way', {
        health: 'at_risk',
        evaluation: { result: 'unknown', asOf: '2026-11-20T12:00+02:00' },
      })
      const responses = await allAtOnce(20, () => browser.api.createGoalUpdate({ params: { goalId }, body }))
      expect(tally(responses)).toEqual({ ok: 20 })

      const [first, ...others] = bodiesOf(responses)
      for (const other of others) expect(other).toEqual(first)
      expect((await historyOf(browser, goalId)).slice(1)).toEqual([first?.update])
    }
  })

  it('201s retries of reports that others have overtaken since, each with its own report', async () => {
    const { id: goalId } = await createGoal(browser)
    const reports = [1, 2, 3, 4].map((revision) =>
      reportOf(`Report ${revision}`, { expectedRevision: revision }),
    )
    for (const body of reports) await browser.api.createGoalUpdate({ params: { goalId }, body })
    const responses = await Promise.all(
      [...reports, ...reports].map((body) =>
        responseTo(browser.api.createGoalUpdate({ params: { goalId }, body })),
      ),
    )
    expect(tally(responses)).toEqual({ ok: 8 })
    expect(bodiesOf(responses).map(({ update }) => update.revision)).toEqual([2, 3, 4, 5, 2, 3, 4, 5])
    expect(await historyOf(browser, goalId)).toHaveLength(5)
  })

  it('201s one content and 409s the others as goal_update_idempotency_conflict if 20 share a key', async () => {
    const { id: goalId } = await createGoal(browser)
    const responses = await allAtOnce(20, (index) =>
      browser.api.createGoalUpdate({
        params: { goalId },
        body: reportOf(`Content ${index % 4}`, { idempotencyKey: 'shared' }),
      }),
    )
    // Five sent the content that won, 15 another: the key is checked before the revision.
    expect(tally(responses)).toEqual({ ok: 5, '409 goal_update_idempotency_conflict': 15 })
    expect(await historyOf(browser, goalId)).toHaveLength(2)
  })

  it('keeps every report of ten writers that retry on conflict', async () => {
    const { id: goalId } = await createGoal(browser)
    const reportsEach = 4

    async function write(summary: string): Promise<string> {
      for (;;) {
        const { goal } = await browser.api.getGoal({ params: { goalId } })
        const body = reportOf(summary, {
          expectedRevision: goal.revision,
          idempotencyKey: `${summary} on ${goal.revision}`,
        })
        const response = await responseTo(browser.api.createGoalUpdate({ params: { goalId }, body }))
        if (response.outcome === 'ok') return response.body.update.summary
        expect(response.outcome).toBe('409 goal_revision_conflict')
      }
    }
    const accepted = await Promise.all(
      Array.from({ length: 10 }, async (_, writer) => {
        const summaries: string[] = []
        for (let report = 0; report < reportsEach; report++) {
          summaries.push(await write(`Writer ${writer}, report ${report}`))
        }
        return summaries
      }),
    )
    const history = await historyOf(browser, goalId)
    expect(history.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 41 }, (_, index) => index + 1),
    )
    const reported = history.slice(1).map(({ summary }) => summary)
    expect(reported.toSorted()).toEqual(accepted.flat().toSorted())
    for (const summaries of accepted)
      expect(reported.filter((text) => summaries.includes(text))).toEqual(summaries)
  })
})
