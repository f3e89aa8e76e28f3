import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { createLabel, goalOf, publish } from '../../../support/requests/goals.ts'

const { send: browser } = await startWithAda()
const change = (id: string, body: object) => browser('PATCH', `/v1/goal-labels/${id}`, { body })
const remove = (id: string) => browser('DELETE', `/v1/goal-labels/${id}`)

describe('DELETE of a label', () => {
  it('204s one without goals; then it is gone', async () => {
    const { id } = await createLabel(browser, 'unused')
    expect(await remove(id)).toMatchObject({ status: 204, text: '' })
    expect(await browser('GET', `/v1/goal-labels/${id}`)).toMatchObject(refusal('goal_label_not_found'))
    expect(await change(id, { name: 'x' })).toMatchObject(refusal('goal_label_not_found'))
    expect(await remove(id)).toMatchObject(refusal('goal_label_not_found'))
  })

  it.each(['active', 'paused', 'completed', 'archived'])('409s one on a goal that is %s', async (status) => {
    const { id } = await createLabel(browser, `used by ${status}`)
    const goal = await publish(browser, { labelIds: [id] })
    const body = { status, summary: 'x', details: 'x', expectedRevision: 1, idempotencyKey: 'x' }
    await browser('POST', `/v1/goals/${goal.id}/updates`, { body })
    expect(await remove(id)).toMatchObject(refusal('goal_label_in_use'))
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`)).labels.map((label) => label.id)).toEqual([id])
    await browser('DELETE', `/v1/goals/${goal.id}`)
    expect(await remove(id)).toMatchObject({ status: 204 })
  })

  it('409s until it is on no goal', async () => {
    const { id } = await createLabel(browser, 'used by three')
    const goals = [await publish(browser, { labelIds: [id] }), await publish(browser, { labelIds: [id] })]
    for (const goal of goals) {
      expect(await remove(id)).toMatchObject(refusal('goal_label_in_use'))
      await browser('PATCH', `/v1/goals/${goal.id}`, { body: { labelIds: [] } })
    }
    expect(await remove(id)).toMatchObject({ status: 204 })
  })
})
