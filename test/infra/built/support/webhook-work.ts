import { randomUUID } from 'node:crypto'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { webhookKeyOf } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { queryRecords } from '@cairn/domain/storage/database/query-records'
import { queuedDeliveryEntity } from '@cairn/domain/storage/table/entities/webhooks/queued-delivery'
import { reportEvent } from '../../../../infra/cost/measure-what-changed.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { startReceiver } from '../../../support/requests/receiver.ts'
import type { TestTable } from '../../../support/service/engine.ts'
import { startTestService } from '../../../support/service/service.ts'
import { changeRecord } from '../../../support/table/write-records.ts'

const address = 'hooks@example.com'

/**
 * Lets `deliver` work on three webhooks of an organization with an event: one fails and then receives it, one is gone, and one is
 * deleted after it has received it. At last, one does not answer while the function has a third of a second.
 *
 * @returns the address of the administrator, and the organization.
 */
export async function haveWebhooksDelivered(
  table: TestTable,
  deliver: (organizationId: string, milliseconds: number) => Promise<void>,
): Promise<{ address: string; organizationId: string }> {
  const { database } = table
  const service = await startTestService({ table, background: false })
  const receiver = await startReceiver()
  try {
    const { api, userId } = await signIn(service, { email: address, displayName: 'Hooks' })
    const { activeOrganizationId: organizationId } = await api.getOrganizationContext()
    const create = async (path: string) =>
      (await api.createWebhook({ body: { url: receiver.url + path } })).webhook.id
    const failing = await create('/failing')
    await create('/gone')
    const deleted = await create('/deleted')

    const statuses: Record<string, number> = { '/hooks/failing': 500, '/hooks/gone': 410 }
    receiver.answer = (response, { path }) => response.writeHead(statuses[path] ?? 204).end()
    const goal = { id: randomUUID(), title: 'Goal' }
    await appendEvents(database, organizationId, [reportEvent({ organizationId, userId, goal })])
    await deliver(organizationId, 60_000)

    statuses['/hooks/failing'] = 204
    await api.deleteWebhook({ params: { webhookId: deleted } })
    const key = webhookKeyOf({ organizationId, webhookId: failing })
    const { data } = await queryRecords(database, queuedDeliveryEntity, 'record', key, { consistent: true })
    for (const queued of data) {
      await changeRecord(database, queuedDeliveryEntity, queued, { set: { nextAttemptAt: 1 } })
    }
    await deliver(organizationId, 60_000)
    const { deliveries } = await api.listWebhookDeliveries({ params: { webhookId: failing } })
    if (deliveries[0]?.state !== 'delivered') throw new Error('the event was not delivered')

    receiver.answer = () => undefined
    await appendEvents(database, organizationId, [reportEvent({ organizationId, userId, goal })])
    await deliver(organizationId, 8_300)
    return { address, organizationId }
  } finally {
    await receiver.stop()
    await service.stop()
  }
}
