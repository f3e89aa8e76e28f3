import { type BatchRequest, writeBatches } from '../../database/batch-write.ts'
import { readPartition } from '../../database/read-partition.ts'
import { type WebhookRecord, webhookEntity } from '../../table/entities/webhooks/webhook.ts'
import { webhookDeliveryEntity } from '../../table/entities/webhooks/webhook-delivery.ts'
import { partitionKeyOf, type RecordKey } from '../../table/entity/keys.ts'
import { deleteRecord } from '../../table/entity/writes.ts'
import type { DeliveryServices } from './services.ts'

/**
 * Deletes the deliveries of a deleted webhook, and then its record. If it is interrupted, the record is still there, with a
 * timer, and the work is repeated.
 */
export async function deleteDeliveries(
  { database, signal }: DeliveryServices,
  { organizationKey, webhookKey }: WebhookRecord,
): Promise<void> {
  const key = { organizationKey, webhookKey }
  const partition = partitionKeyOf(webhookDeliveryEntity, 'record', key)
  let after: RecordKey | undefined
  do {
    if (signal.aborted) return
    const { items, last } = await readPartition(database, partition, { after, keysOnly: true })
    await writeBatches(
      database,
      items.map(({ pk, sk }) => requestOf({ pk: String(pk), sk: String(sk) })),
    )
    after = last
  } while (after !== undefined)
  const { Delete } = deleteRecord(database, webhookEntity, key)
  await writeBatches(database, [requestOf(Delete.Key)])
}

const requestOf = (key: RecordKey): BatchRequest => ({ DeleteRequest: { Key: key } })
