import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { createLabel, goalOf, labelOf, publish } from '../../../support/requests/goals.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { send: browser } = await startWithAda({ clock: clock.read })
const change = (id: string, body: object) => browser('PATCH', `/v1/goal-labels/${id}`, { body })

describe('PATCH of a label', () => {
  it.each([
    [{ name: 'Changed 1' }],
    [{ color: 'blue' }],
    [{ description: 'Other' }],
    [{ color: null }],
    [{ description: null }],
    [{ name: 'Changed 2', color: null, description: 'x' }],
  ])('200s %j and changes nothing else', async (fields) => {
    const label = await createLabel(browser, `before ${JSON.stringify(fields)}`, {
      color: 'red',
      description: 'Old',
    })
    clock.advance({ milliseconds: 3 })
    const response = await change(label.id, fields)
    expect(response.status).toBe(200)
    expect(labelOf(response)).toEqual({ ...label, ...fields, updatedAt: clock.timestamp })
    expect((await browser('GET', `/v1/goal-labels/${label.id}`)).text).toBe(response.text)
  })

  it('400s an empty change', async () => {
    const { id } = await createLabel(browser, 'unchanged')
    expect(await change(id, {})).toMatchObject(refusal('invalid_request'))
  })

  it('shows on every goal at once and changes no goal', async () => {
    const { id } = await createLabel(browser, 'old name')
    const goal = await publish(browser, { labelIds: [id] })
    clock.advance({ milliseconds: 3 })
    const renamed = labelOf(await change(id, { name: 'new name', color: 'green' }))
    const shown = { ...goal, labels: [renamed] }
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(shown)
    for (const query of ['', `?labelId=${id}`, '?status=active']) {
      const { body } = await browser('GET', `/v1/goals${query}`)
      expect((body as { goals: { id: string }[] }).goals.find((listed) => listed.id === goal.id)).toEqual(
        shown,
      )
    }
  })
})
