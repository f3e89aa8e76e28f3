import { afterAll, describe, expect, it } from 'vitest'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { createWebhook, deadUrl, startWebhooks } from './support/start.ts'

const { service, ada, bob, send, clock } = await startWebhooks()
afterAll(async () => {
  await expectSoundTable(service.table.database)
})

type Fields = Parameters<typeof ada.api.updateWebhook>[0]['body']
const { id, secret: _, ...rest } = await createWebhook(ada, { description: 'Team' })
const created = { id, ...rest }
const params = { webhookId: id }
const update = async (body: Fields, by = ada) => (await by.api.updateWebhook({ params, body })).webhook

describe('changing a webhook', () => {
  it('200s each field and leaves the others', async () => {
    const changes: Fields[] = [
      { url: `${deadUrl}/2` },
      { types: ['goal.published', 'goal.reported'] },
      { format: 'slack' },
      { description: null },
      { description: 'Other team' },
    ]
    let expected = created
    for (const change of changes) {
      clock.advance({ milliseconds: 1 })
      expected = { ...expected, ...change, updatedAt: clock.timestamp } as typeof expected
      expect(await update(change, bob)).toEqual(expected)
      expect((await ada.api.getWebhook({ params })).webhook).toEqual(expected)
    }
  })

  it('200s concurrent changes of different fields without losing one', async () => {
    const changes: Fields[] = [{ url: `${deadUrl}/3` }, { format: 'standard' }, { description: 'Both' }]
    const responses = await allAtOnce(3, (index) => update(changes[index] ?? {}))
    expect(tally(responses)).toEqual({ ok: 3 })
    expect(await update({ description: 'Both' })).toMatchObject(Object.assign({}, ...changes))
  })

  it('pauses and resumes', async () => {
    expect(await update({ state: 'paused' })).toMatchObject({
      state: 'paused',
      pausedReason: 'administrator',
    })
    expect(await update({ state: 'paused' })).toMatchObject({ pausedReason: 'administrator' })
    expect(await update({ state: 'active' })).toMatchObject({ state: 'active', pausedReason: null })
    expect(await update({ state: 'active' })).toMatchObject({ state: 'active', failingSince: null })
  })

  it('400s no field, an unknown one, and states that only the service sets', async () => {
    for (const [path, body] of [
      ['', {}],
      ['', { secret: 'whsec_mine' }],
      ['state', { state: 'failing' }],
    ] as const) {
      expect(await send('PATCH', `/v1/webhooks/${id}`, { body })).toMatchObject(
        refusal('invalid_request', path),
      )
    }
  })

  it('400s a URL that a new webhook could not have, and changes nothing', async () => {
    const before = await update({ description: 'Same' })
    const body = { url: 'https://[::1%25eth0]/', description: 'Changed' }
    expect(await send('PATCH', `/v1/webhooks/${id}`, { body })).toMatchObject(refusal('invalid_webhook_url'))
    expect((await ada.api.getWebhook({ params })).webhook).toEqual(before)
  })

  it('404s an unknown id', async () => {
    const unknown = { params: { webhookId: unknownId }, body: { state: 'paused' as const } }
    expect(await outcomeOf(ada.api.updateWebhook(unknown))).toBe('404 webhook_not_found')
  })
})
