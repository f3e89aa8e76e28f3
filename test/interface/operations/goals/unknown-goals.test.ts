import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { publish, report, reportBody } from '../../../support/requests/goals.ts'

const { service, send: browser, signInAs } = await startWithAda()
const stranger = createSend(service, await signInAs('Eve'))

describe('an unknown goal', () => {
  const requests = [
    ['GET', '', undefined],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', '', undefined],
    ['GET', '/updates', undefined],
    ['POST', '/updates', reportBody()],
    ['GET', '/edits', undefined],
    ['PUT', '/updates/1/acknowledgement', undefined],
  ] as const
  const malformed = ['x', '0', '%20', unknownId.slice(1), `${unknownId}0`, `{${unknownId}}`, '%F0%9F%98%80']

  it.each(requests)('404s as goal_not_found: %s …%s', async (method, suffix, body) => {
    const foreign = await publish(stranger)
    for (const id of [unknownId, foreign.id, ...malformed]) {
      const response = await browser(method, `/v1/goals/${id}${suffix}`, { body })
      expect(response, id).toMatchObject(refusal('goal_not_found'))
    }
  })
})

describe('the order of checks', () => {
  const path = `/v1/goals/${unknownId}`
  const foreign = { origin: 'https://evil.test' }

  it('is Origin, credential, body, state', async () => {
    const anonymous = createSend(service)
    const wrong = { body: { title: '' } }
    expect(await anonymous('PATCH', path, { ...wrong, headers: foreign })).toMatchObject(
      refusal('origin_not_allowed'),
    )
    expect(await anonymous('PATCH', path, wrong)).toMatchObject(refusal('unauthorized'))
    expect(await browser('PATCH', path, wrong)).toMatchObject(refusal('invalid_request', 'title'))
    expect(await browser('PATCH', path, { body: { title: 'x' } })).toMatchObject(refusal('goal_not_found'))
  })

  it('checks the body of a report before the goal, and the goal before the revision', async () => {
    expect(await report(browser, unknownId, { summary: '' })).toMatchObject(
      refusal('invalid_request', 'summary'),
    )
    expect(await report(browser, 'x', { summary: '' })).toMatchObject(refusal('invalid_request', 'summary'))
    expect(await report(browser, unknownId, { expectedRevision: 7 })).toMatchObject(refusal('goal_not_found'))
  })
})
