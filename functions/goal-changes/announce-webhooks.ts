import type { Follower } from '@cairn/domain/changes/handle-changes'
import type { Database } from '@cairn/domain/database/client'
import { withWebhooks } from '@cairn/domain/webhooks/delivery/wake'
import type { WebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'

/** Sends one message for each organization that has webhooks: the function of deliveries does the rest. */
export function announceToWebhooks(database: Database, queue: Pick<WebhookQueue, 'send'>): Follower {
  return async (organizationIds) => queue.send(await withWebhooks(database, organizationIds))
}
