/**
 * The queue that says which organizations have work for their webhooks. A message holds no event, so it may be lost, repeated or
 * late: each webhook reads the feed from its own position.
 *
 * It is a fair queue: messages carry their organization as the group. If one organization occupies many instances, or for long, SQS
 * gives the messages of others to free instances first. In a standard queue, groups have no order and no limit.
 */
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

/** SQS takes at most so many messages at once. */
const batchSize = 10
const attempts = 3
const connectionTimeoutMilliseconds = 1_000
const requestTimeoutMilliseconds = 2_000

export type WebhookQueue = {
  /**
   * Sends one message for each organization.
   * @throws if one was not taken.
   */
  send(organizationIds: readonly string[]): Promise<void>
}

/** @param url  The address of the queue (`WEBHOOK_QUEUE_URL`). */
export function createWebhookQueue(url: string): WebhookQueue {
  const client = createClient()

  async function sendBatch(organizationIds: readonly string[]): Promise<void> {
    const Entries = organizationIds.map((organizationId, index) => ({
      Id: String(index),
      MessageBody: writeMessage(organizationId),
      MessageGroupId: organizationId,
    }))
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length} messages: ${Failed[0]?.Code}`)
  }

  return {
    send: async (organizationIds) => {
      for (let start = 0; start < organizationIds.length; start += batchSize) {
        await sendBatch(organizationIds.slice(start, start + batchSize))
      }
    },
  }
}

function createClient(): SQSClient {
  return new SQSClient({
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectionTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      throwOnRequestTimeout: true,
    },
  })
}

/** A queue that a person reads. An alarm tells that it has a message. */
export function createDeadLetterQueue(url: string): { send(message: object): Promise<void> } {
  const client = createClient()
  return {
    send: async (message) => {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }))
    },
  }
}

function writeMessage(organizationId: string): string {
  return JSON.stringify({ organizationId })
}

/**
 * Returns the organization that a message names.
 * @throws if it is no message of this queue.
 */
export function readMessage(body: string): string {
  const { organizationId }: { organizationId?: unknown } = JSON.parse(body)
  if (typeof organizationId === 'string') return organizationId
  throw new Error('The message names no organization.')
}
