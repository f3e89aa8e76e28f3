import { shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createLabel, createLabels, publish, report } from '../../../support/requests/goals.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { recordsWith } from '../../../support/table/records.ts'

/** On one machine, where long texts are indexed before the records are counted. */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)
const stranger = createSend(service, await signIn(service, { email: 'eve@example.com', displayName: 'Eve' }))

describe('DELETE of a goal', () => {
  it('204s; then the goal, its history and its place in every list are gone', async () => {
    const label = await createLabel(browser, 'soon free')
    const goal = await publish(browser, { labelIds: [label.id] })
    const neighbour = await publish(browser, { labelIds: [label.id] })
    await report(browser, goal.id)
    const path = `/v1/goals/${goal.id}`
    expect(await browser('DELETE', path)).toMatchObject({ status: 204, text: '' })

    expect(await browser('GET', path)).toMatchObject(refusal('goal_not_found'))
    expect(await browser('GET', `${path}/updates`)).toMatchObject(refusal('goal_not_found'))
    expect(await browser('PATCH', path, { body: { title: 'x' } })).toMatchObject(refusal('goal_not_found'))
    expect(await report(browser, goal.id)).toMatchObject(refusal('goal_not_found'))
    expect(await browser('DELETE', path)).toMatchObject(refusal('goal_not_found'))
    for (const query of [
      {},
      { status: 'active' },
      { ownerUserId: ada.userId },
      { labelId: label.id },
    ] as const) {
      const { goals } = await ada.api.listGoals({ query })
      expect(goals.map(({ id }) => id)).toEqual([neighbour.id])
    }
    expect(await recordsWith(service.table, shortId(goal.id))).toEqual([])

    expect(await browser('DELETE', `/v1/goal-labels/${label.id}`)).toMatchObject(refusal('goal_label_in_use'))
    await browser('DELETE', `/v1/goals/${neighbour.id}`)
    expect(await browser('DELETE', `/v1/goal-labels/${label.id}`)).toMatchObject({ status: 204 })
  })

  it('removes 20 label assignments and a history of 250 entries from the table', async () => {
    const labels = await createLabels(browser, 'of many', 20)
    const goal = await publish(browser)
    for (let expectedRevision = 1; expectedRevision < 250; expectedRevision++) {
      const fields = { expectedRevision, idempotencyKey: `report ${expectedRevision}` }
      expect((await report(browser, goal.id, fields)).status).toBe(201)
    }
    const { goal: current } = await ada.api.updateGoal({
      params: { goalId: goal.id },
      body: { labelIds: labels.map(({ id }) => id) },
    })
    expect(current.revision).toBe(250)
    // Row, standing, text, words and words of long texts; postings of three words, and of nine of long texts; labels; publication,
    // reports and the edit; and the keys of the reports.
    expect(await recordsWith(service.table, shortId(goal.id))).toHaveLength(5 + 3 + 9 + 20 + 251 + 249)

    expect(await browser('DELETE', `/v1/goals/${goal.id}`)).toMatchObject({ status: 204 })
    await expect.poll(() => recordsWith(service.table, shortId(goal.id))).toEqual([])
    for (const { id } of labels) {
      expect(await browser('DELETE', `/v1/goal-labels/${id}`)).toMatchObject({ status: 204 })
    }
  })

  it('removes a history of more than one page from the table', async () => {
    const goal = await publish(browser)
    for (let expectedRevision = 1; expectedRevision < 8; expectedRevision++) {
      const fields = {
        details: 'x'.repeat(240_000),
        expectedRevision,
        idempotencyKey: `large ${expectedRevision}`,
      }
      expect((await report(browser, goal.id, fields)).status).toBe(201)
    }
    expect((await recordsWith(service.table, shortId(goal.id))).length).toBeGreaterThan(8)
    expect(await browser('DELETE', `/v1/goals/${goal.id}`)).toMatchObject({ status: 204 })
    expect(await recordsWith(service.table, shortId(goal.id))).toEqual([])
  })

  it('204s a goal in every status', async () => {
    for (const status of ['active', 'paused', 'completed', 'archived']) {
      const goal = await publish(browser)
      await report(browser, goal.id, { status })
      const response = await browser('DELETE', `/v1/goals/${goal.id}`)
      expect(response).toMatchObject({ status: 204 })
    }
  })

  it("404s another organization's goal and does not change it", async () => {
    const goal = await publish(browser)
    expect(await stranger('DELETE', `/v1/goals/${goal.id}`)).toMatchObject(refusal('goal_not_found'))
    expect(await browser('GET', `/v1/goals/${goal.id}`)).toMatchObject({ status: 200 })
  })
})
