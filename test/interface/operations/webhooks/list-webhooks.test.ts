import { expect, it } from 'vitest'
import { createWebhook, startWebhooks, webhooksOf } from './support/start.ts'

const { ada, bob, sam, clock } = await startWebhooks()

it('200s the webhooks of the organization, oldest first, for owner and admin', async () => {
  expect(await ada.api.listWebhooks()).toEqual({ webhooks: [] })
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    ids.push((await createWebhook(count % 2 ? ada : bob)).id)
    clock.advance({ milliseconds: 1 })
  }
  for (const by of [ada, bob]) expect((await webhooksOf(by)).map(({ id }) => id)).toEqual(ids)
  const [first = ''] = ids
  await ada.api.deleteWebhook({ params: { webhookId: first } })
  expect((await webhooksOf(ada)).map(({ id }) => id)).toEqual(ids.slice(1))
})

it('shows nothing to others', async () => {
  expect(await webhooksOf(sam)).toEqual([])
})
