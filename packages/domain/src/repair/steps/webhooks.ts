import { orderingKeyOf } from '../../background/deliveries/queue.ts'
import { pagesOf, queryAllRecords, queryRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { queuedDeliveryEntity } from '../../storage/table/entities/webhooks/queued-delivery.ts'
import { webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import { webhookCountEntity } from '../../storage/table/entities/webhooks/webhook-count.ts'
import {
  type WebhookDeliveryRecord,
  webhookDeliveryEntity,
} from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { shortId } from '../../storage/table/short-id.ts'
import type { RepairStep } from '../step.ts'

/** Counts webhooks again, and fills their queues with exactly the deliveries that are pending. */
export const webhookStep: RepairStep = {
  name: 'webhooks',
  see: {
    async organization(repair, { organizationId }) {
      const { database } = repair
      const organization = { organizationKey: shortId(organizationId) }
      // The count first: a webhook that comes later changes it.
      const stored = await readRecord(database, webhookCountEntity, organization)
      const webhooks = await queryAllRecords(database, webhookEntity, 'record', organization, {
        consistent: true,
      })
      const count = webhooks.filter(({ state }) => state !== 'deleted').length
      if ((stored?.count ?? 0) === count) return
      const record = { ...organization, count }
      await repair.write('counts of webhooks written', {
        count: stored
          ? {
              Put: webhookCountEntity.put(record).where((counted, { eq }) => eq(counted.count, stored.count)),
            }
          : { Put: webhookCountEntity.create(record) },
      })
    },
    async webhook(repair, { organizationKey, webhookKey, recoveries }) {
      const webhook = { organizationKey, webhookKey }
      const { database } = repair
      // The queue first: a delivery that comes later is in neither, and one that ends is looked at again.
      const queue = await queryAllRecords(database, queuedDeliveryEntity, 'record', webhook, {
        consistent: true,
      })
      const queued = new Map(queue.map((one) => [one.sequence, one.deliveryId]))
      const pages = pagesOf(({ cursor }) =>
        queryRecords(database, webhookDeliveryEntity, 'record', webhook, {
          where: ({ state }, { eq }) => eq(state, 'pending'),
          consistent: true,
          cursor,
        }),
      )
      const pending = new Map<number, string>()
      for await (const page of pages) {
        for (const delivery of page) {
          const { sequence, deliveryId } = delivery
          if (sequence === undefined) continue
          pending.set(sequence, deliveryId)
          if (queued.get(sequence) === deliveryId) continue
          await repair.write('deliveries queued', {
            queued: { Put: queuedDeliveryEntity.put(entryOf(delivery, sequence, recoveries)) },
            delivery: {
              ConditionCheck: webhookDeliveryEntity
                .remove({ ...webhook, deliveryId })
                .where((stored, { eq }) => eq(stored.version, delivery.version)),
            },
          })
        }
      }
      for (const { sequence, deliveryId } of queue) {
        // One under the number of a pending delivery was replaced by its own.
        if (pending.has(sequence)) continue
        await repair.write('deliveries taken from queues', {
          queued: {
            Delete: queuedDeliveryEntity
              .delete({ ...webhook, sequence })
              .where((stored, { eq, notExists }) =>
                [notExists(stored.deliveryId), eq(stored.deliveryId, deliveryId)].join(' OR '),
              ),
          },
          delivery: {
            ConditionCheck: webhookDeliveryEntity
              .delete({ ...webhook, deliveryId })
              .where(({ state }, { notExists, eq }) =>
                [notExists(state), eq(state, 'delivered'), eq(state, 'failed')].join(' OR '),
              ),
          },
        })
      }
    },
  },
}

function entryOf(delivery: WebhookDeliveryRecord, sequence: number, recoveries: number) {
  const { organizationKey, webhookKey, deliveryId, event, nextAttemptAt } = delivery
  return {
    organizationKey,
    webhookKey,
    sequence,
    deliveryId,
    orderingKey: orderingKeyOf(event),
    nextAttemptAt: nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt),
    recoveries,
  }
}
