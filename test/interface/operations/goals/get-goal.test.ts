import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createSend, unknownId } from '../../../support/requests/exchange.ts'
import { publish } from '../../../support/requests/goals.ts'

const { service, send: browser, signInAs } = await startWithAda()
const stranger = createSend(service, await signInAs('Eve'))

describe('GET of a goal', () => {
  it('404s with the same bytes for an unknown goal as for a foreign one', async () => {
    const foreign = await publish(stranger)
    const texts = await Promise.all(
      [unknownId, foreign.id].map(async (id) => (await browser('GET', `/v1/goals/${id}`)).text),
    )
    expect(texts[0]).toBe(texts[1])
  })
})
