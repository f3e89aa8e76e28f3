import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { createLabel } from '../../../support/requests/goals.ts'

const { service, send: browser, signInAs } = await startWithAda()
const stranger = createSend(service, await signInAs('Eve'))

describe('an unknown label', () => {
  it.each([
    ['GET', undefined],
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ])('404s as goal_label_not_found: %s', async (method, body) => {
    const foreign = await createLabel(stranger, `foreign ${method}`)
    for (const id of [unknownId, foreign.id, 'x', '0', '%20', unknownId.slice(1), '%F0%9F%98%80']) {
      const response = await browser(method, `/v1/goal-labels/${id}`, { body })
      expect(response, id).toMatchObject(refusal('goal_label_not_found'))
    }
    expect(await stranger('GET', `/v1/goal-labels/${foreign.id}`)).toMatchObject({ status: 200 })
  })
})
