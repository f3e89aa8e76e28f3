import { describe, expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { responseTo } from '../../../support/requests/outcomes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const browser = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

const continuous = { kind: 'continuous' } as const

describe('deleting a label while goals attach it', () => {
  it.each(['deletes first', 'attaches first'])(
    '204s and is on no goal, or 409s and stays on every goal that attached it (%s)',
    async (order) => {
      const { api } = browser
      const outcomes = { deleted: 0, kept: 0 }
      for (let round = 1; round <= 20; round++) {
        const labelId = await createLabel(browser, `${order} ${round}`)
        const goal = await createGoal(browser)
        const remove = () => responseTo(api.deleteGoalLabel({ params: { labelId } }))
        const attach = () =>
          Promise.all([
            responseTo(api.updateGoal({ params: { goalId: goal.id }, body: { labelIds: [labelId] } })),
            responseTo(
              api.createGoal({
                body: { detailedDescription: `Round ${round}.`, timeframe: continuous, labelIds: [labelId] },
              }),
            ),
          ])
        const [removed, attached] =
          order === 'deletes first'
            ? await Promise.all([remove(), attach()])
            : await Promise.all([attach(), remove()]).then(([first, second]) => [second, first] as const)

        const carriers = attached.flatMap(({ body }) => (body ? [body.goal] : []))
        if (removed.outcome === 'ok') {
          outcomes.deleted++
          expect(attached.map(({ outcome }) => outcome)).toEqual(
            Array.from(attached, () => '400 invalid_goal_labels'),
          )
        } else {
          outcomes.kept++
          expect(removed.outcome).toBe('409 goal_label_in_use')
          expect(carriers).toHaveLength(2)
          expect(await api.getGoalLabel({ params: { labelId } })).toBeTruthy()
        }
        for (const { id: goalId, labels } of carriers) {
          expect(labels.map(({ id }) => id)).toEqual([labelId])
          expect((await api.getGoal({ params: { goalId } })).goal.labels).toEqual(labels)
        }
      }
      expect(outcomes.deleted + outcomes.kept).toBe(20)
      await expectSoundTable(service.table.database)
    },
  )

  it('204s only when no goal has it, while goals remove it and are deleted', async () => {
    const { api } = browser
    for (let round = 1; round <= 10; round++) {
      const labelId = await createLabel(browser, `Let go ${round}`)
      const goals = await Promise.all([1, 2, 3].map(() => createGoal(browser, { labelIds: [labelId] })))
      const letGo = goals.map(({ id: goalId }, index) =>
        index === 0
          ? api.deleteGoal({ params: { goalId } })
          : api.updateGoal({ params: { goalId }, body: { labelIds: [] } }),
      )
      const attempts = [1, 2, 3, 4].map(() => responseTo(api.deleteGoalLabel({ params: { labelId } })))
      await Promise.all(letGo)
      for (const { outcome } of await Promise.all(attempts)) {
        expect(['ok', '409 goal_label_in_use', '404 goal_label_not_found']).toContain(outcome)
      }
      const last = await responseTo(api.deleteGoalLabel({ params: { labelId } }))
      const wasDeleted = (await Promise.all(attempts)).filter(({ outcome }) => outcome === 'ok').length
      expect(last.outcome).toBe(wasDeleted === 1 ? '404 goal_label_not_found' : 'ok')
    }
    await expectSoundTable(service.table.database)
  })
})

describe('PATCHes of labels during reports', () => {
  it('200s and 201s all, and labels, assignments and use counts agree at the end', async () => {
    const { api } = browser
    const labelIds = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createLabel(browser, name)))
    const { id: goalId } = await createGoal(browser, { labelIds: labelIds.slice(0, 2) })
    const params = { goalId }

    /** Every set of labels once, by four writers; more at once would only test the time limit of a request. */
    async function patch(writer: number) {
      const responses = []
      for (let set = writer; set < 16; set += 4) {
        const ids = labelIds.filter((_, bit) => (set >> bit) & 1)
        responses.push(await api.updateGoal({ params, body: { labelIds: ids } }))
      }
      return responses
    }
    async function report(): Promise<void> {
      for (let revision = 1; revision <= 12; revision++) {
        await api.createGoalUpdate({
          params,
          body: reportOf(`On ${revision}`, { expectedRevision: revision }),
        })
      }
    }
    const [responses] = await Promise.all([Promise.all([0, 1, 2, 3].map(patch)), report()])

    const { goal } = await api.getGoal({ params })
    expect(goal.revision).toBe(13)
    // The goal ends with the labels that one of the PATCHes sent and got.
    const sets = responses.flat().map(({ goal: { labels } }) => labels.map(({ id }) => id).join())
    expect(sets).toContain(goal.labels.map(({ id }) => id).join())
    const { goalLabel } = await expectSoundTable(service.table.database)
    const used = goalLabel.filter(({ labelId }) => labelIds.includes(labelId))
    const usedIds = used.filter(({ useCount }) => useCount === 1).map(({ labelId }) => labelId)
    expect(usedIds.toSorted()).toEqual(goal.labels.map(({ id }) => id).toSorted())
    for (const labelId of labelIds) {
      const { goals } = await api.listGoals({ query: { labelId } })
      expect(goals.map(({ id }) => id)).toEqual(usedIds.includes(labelId) ? [goalId] : [])
    }
  })
})
