import { announceToWebhooks } from '@cairn/functions/goal-changes/handler'
import { expect, it } from 'vitest'
import { unknownId } from '../../support/requests/exchange.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { startDeliveryWorld } from './support/delivery-world.ts'

const world = stopAfterFile(await startDeliveryWorld())
const { ada, organizationId } = world

it('names the organizations that have webhooks, and no others', async () => {
  const sent: string[][] = []
  const follow = announceToWebhooks(world.database, {
    send: async (ids) => {
      sent.push([...ids])
    },
  })
  const { activeOrganizationId: another } = await world.sam.api.getOrganizationContext()
  const ids = [organizationId, another, unknownId]
  await follow(ids)
  const { id } = await world.createWebhook()
  await follow(ids)
  await ada.api.deleteWebhook({ params: { webhookId: id } })
  await follow(ids)
  expect(sent).toEqual([[], [organizationId], []])
})
