import { describe, expect, it } from 'vitest'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createSend } from '../../support/requests/exchange.ts'

/** Cursors of the feed in the wrong hands. */

const { ada, service, signInAs } = await startWithAda()
const eve = await signInAs('Eve')
const bob = await signInAs('Bob')
await join(ada, bob)
for (const name of ['One', 'Two', 'Three']) await createLabel(ada, name)
await createLabel(eve, 'Of Eve')
for (let count = 0; count < 2; count++) await createGoal(ada)

const send = createSend(service, ada)
const list = (after: string, as = send) => as('GET', `/v1/events?${new URLSearchParams({ after })}`)
const page = (query = {}) => ada.api.listEvents({ query: { limit: 2, ...query } })

const { cursor, nextCursor } = await page()
const { nextCursor: back } = await page({ order: 'desc' })
const cursors = { cursor, nextCursor: nextCursor ?? '', 'nextCursor of a list that goes back': back ?? '' }

const refused = { status: 400, body: { error: 'invalid_cursor' } }

describe.each(Object.entries(cursors))('a %s', (_, whole) => {
  it('opens for every member of the organization, and for programs', async () => {
    const { secret } = await createToken(bob)
    expect(await list(whole, createSend(service, bob))).toMatchObject({ status: 200 })
    expect(await list(whole, createSend(service, { ...bob, cookie: '' }))).toMatchObject({ status: 401 })
    const headers = bearer(secret)
    const response = await fetch(`${service.origin}/v1/events?after=${whole}`, { headers })
    expect(response.status).toBe(200)
  })

  it('does not open for another organization', async () => {
    expect(await list(whole, createSend(service, eve))).toMatchObject(refused)
    const { secret } = await createToken(eve)
    const response = await fetch(`${service.origin}/v1/events?after=${whole}`, { headers: bearer(secret) })
    expect(response.status).toBe(400)
  })

  it('does not open if it was altered', async () => {
    for (let at = 0; at < whole.length; at += 5) {
      const altered = whole.slice(0, at) + (whole[at] === 'A' ? 'B' : 'A') + whole.slice(at + 1)
      expect(await list(altered), `${at}`).toMatchObject(refused)
    }
    for (const altered of [whole.slice(1), `${whole}A`, `${whole}=`, whole.toLowerCase(), '1.16', '0.0']) {
      expect(await list(altered), altered).toMatchObject(refused)
    }
  })
})

describe('a cursor of another list', () => {
  it('does not open the feed, nor does one of the feed open another list', async () => {
    const goals = await ada.api.listGoals({ query: { limit: 1 } })
    expect(await list(goals.nextCursor ?? '')).toMatchObject(refused)
    const labels = await ada.api.listGoalLabels({ query: { limit: 1 } })
    expect(await list(labels.nextCursor ?? '')).toMatchObject(refused)
    expect(await send('GET', `/v1/goals?cursor=${cursor}`)).toMatchObject(refused)
    expect(await send('GET', `/v1/goal-labels?cursor=${cursor}`)).toMatchObject(refused)
  })

  it('opens the feed if it is that of a brief, and the other way around', async () => {
    const brief = await ada.api.getBrief()
    expect(await list(brief.cursor)).toMatchObject({ status: 200, body: { events: [] } })
    const { events } = await ada.api.getBrief({ query: { since: cursor } })
    expect(events[0]).toMatchObject({ id: (await page({ after: cursor })).events[0]?.id })
  })
})
