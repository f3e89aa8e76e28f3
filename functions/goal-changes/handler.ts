import type { Logger } from '@aws-lambda-powertools/logger'
import {
  createChangeHandler,
  type FeedListener,
  type HandledChanges,
} from '@cairn/domain/background/changes/handle-changes'
import { withWebhooks } from '@cairn/domain/background/deliveries/wake'
import type { Database } from '@cairn/domain/storage/database/client'
import { longId } from '@cairn/domain/storage/table/short-id'
import type { WebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { nameGoals } from './name-goals.ts'
import { readRecord, type StreamedChange } from './read-record.ts'

export type ChangesHandler = (
  event: DynamoDBStreamEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<DynamoDBBatchResponse>

/** Work stops this long before the timeout, so that the response is still sent. */
const responseReserveMilliseconds = 3_000

export type ChangesHandlerOptions = {
  database: Database
  logger: Logger
  /** Told about new events. A failure is logged: the events are in the feed. */
  listeners?: readonly FeedListener[]
  clock?: () => Date
}

/**
 * Does what follows from changes that the table's stream reports: appends events to the feed, finishes the deletion of goals, and
 * writes the postings by which goals are found. The stream is in order, and Lambda continues from the first failure that is
 * returned: earlier records are not handled again. Those of other organizations after it are done at once, and once more then.
 */
export function createChangesHandler({
  database,
  logger,
  listeners = [],
  clock = () => new Date(),
}: ChangesHandlerOptions): ChangesHandler {
  const handle = createChangeHandler()

  async function tell(organizationIds: string[]): Promise<void> {
    if (organizationIds.length === 0) return
    const results = await Promise.allSettled(listeners.map((listener) => listener(organizationIds)))
    for (const result of results) {
      if (result.status === 'rejected') {
        logger.error('failed to announce new events', { organizationIds, error: result.reason })
      }
    }
  }

  return async ({ Records }, context) => {
    const deadline = Date.now() + context.getRemainingTimeInMillis() - responseReserveMilliseconds
    const limited = { ...database, deadline }
    const changes = Records.flatMap((record) => {
      const change = readRecord(record)
      return change ? [{ ...change, sequenceNumber: record.dynamodb?.SequenceNumber ?? '' }] : []
    })
    const { organizationIds, failures } = await handleAll(limited, changes)
    const done = failures[0]?.index ?? changes.length
    for (const change of changes.slice(0, done)) {
      if (change.done) logger.info(change.done, subjectOf(change))
    }
    await tell(organizationIds)
    for (const { index, error } of failures) {
      logger.error('failed to follow a change', { ...subjectOf(changes[index]), error: error as Error })
    }
    const failed = changes[done]
    return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] }
  }

  async function handleAll(limited: Database, changes: StreamedChange[]): Promise<HandledChanges> {
    try {
      return await handle(limited, await nameGoals(limited, changes), clock())
    } catch (error) {
      return {
        organizationIds: [],
        failures: [{ organizationId: changes[0]?.organizationId ?? '', index: 0, error }],
      }
    }
  }
}

/** The part of a log line that describes a change. */
function subjectOf(change: StreamedChange | undefined) {
  return {
    organizationId: change?.organizationId,
    ...(change?.goal && { goalId: longId(change.goal.goalKey) }),
  }
}

/** Sends one message for each organization that has webhooks: the function of deliveries does the rest. */
export function announceToWebhooks(database: Database, queue: Pick<WebhookQueue, 'send'>): FeedListener {
  return async (organizationIds) => queue.send(await withWebhooks(database, organizationIds))
}
