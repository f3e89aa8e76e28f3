import type { Logger } from '@aws-lambda-powertools/logger'
import {
  createChangeHandler,
  type FeedListener,
  type HandledChanges,
} from '@cairn/domain/background/changes/handle-changes'
import { isParkedAfter, parkStreamRecord } from '@cairn/domain/background/changes/parked'
import { withWebhooks } from '@cairn/domain/background/deliveries/wake'
import { isTransient } from '@cairn/domain/background/transient'
import type { Database } from '@cairn/domain/storage/database/client'
import { longId } from '@cairn/domain/storage/table/short-id'
import type { WebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { countAttempt } from './count-attempt.ts'
import { nameGoals } from './name-goals.ts'
import { readSafely, type StreamedChange } from './read-record.ts'

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
  /** Tells a person that a change was parked. A failure is logged. */
  announceParked?: (parked: { id: string; organizationId: string; failure: string }) => Promise<void>
  clock?: () => Date
}

/** A change with the record that it comes from. */
type Tracked = StreamedChange & { record: DynamoDBRecord }

/**
 * Does what follows from changes that the table's stream reports: appends events to the feed, finishes the deletion of goals, and
 * writes the postings by which goals are found. The stream is in order, and Lambda continues from the first failure that is
 * returned: earlier records are not handled again. Those of other organizations after it are done at once, and once more then.
 *
 * A change is tried without end while its failures are transient. Otherwise the tenth failure parks it (`countAttempt`), and the later
 * changes of its organization go on.
 */
export function createChangesHandler({
  database,
  logger,
  listeners = [],
  announceParked = async () => undefined,
  clock = () => new Date(),
}: ChangesHandlerOptions): ChangesHandler {
  const handle = createChangeHandler()
  /** A process that crashes leaves no failure to count, so the first batch of each is counted before it is handled. */
  let isFirst = true

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
    const changes = Records.flatMap((record): Tracked[] => {
      const change = readSafely(record)
      return change ? [{ ...change, record }] : []
    })
    const crashed = isFirst ? await countFirst(changes) : undefined
    isFirst = false
    if (crashed) return { batchItemFailures: [] }
    const { organizationIds, failures } = await handleAll(limited, changes)
    await tell(organizationIds)
    const left = await parkPoisoned(changes, failures)
    for (const [index, change] of changes.entries()) {
      const isDone = index < (left.get(change.organizationId) ?? changes.length)
      if (change.done && isDone) logger.info(change.done, subjectOf(change))
    }
    const first = Math.min(...left.values())
    const failed = changes[first]
    return { batchItemFailures: failed ? [{ itemIdentifier: sequenceNumberOf(failed) }] : [] }
  }

  async function handleAll(limited: Database, changes: Tracked[]): Promise<HandledChanges> {
    return handle(limited, await nameGoals(limited, changes), clock())
  }

  /** Logs failures, and parks the changes that have failed too often. Returns where each organization has to be continued. */
  async function parkPoisoned(
    changes: readonly Tracked[],
    failures: HandledChanges['failures'],
  ): Promise<Map<string, number>> {
    const left = new Map<string, number>()
    for (const { organizationId, index, error } of failures) {
      const change = changes[index]
      if (!change) continue
      logger.error('failed to follow a change', { ...subjectOf(change), error: error as Error })
      if (!(await isParked(change, error))) {
        left.set(organizationId, index)
        continue
      }
      const next = changes.findIndex((other, at) => at > index && other.organizationId === organizationId)
      if (next >= 0) left.set(organizationId, next)
    }
    return left
  }

  /** Counts a failed attempt, and parks the change if it was the last one. If that fails, the change is tried again. */
  async function isParked(change: Tracked, error: unknown): Promise<boolean> {
    if (isTransient(error)) return false
    try {
      const attempts = await countAttempt(database, change.record)
      return isParkedAfter(attempts, error) && (await park(change, error))
    } catch (cause) {
      logger.error('failed to park a change', { ...subjectOf(change), error: cause as Error })
      return false
    }
  }

  async function park(change: Tracked, error: unknown): Promise<true> {
    const { organizationId, record } = change
    const id = record.eventID ?? sequenceNumberOf(change)
    await parkStreamRecord(database, { id, organizationId, record }, error, clock())
    logger.error('parked a change that has failed too often: npm run repair', { ...subjectOf(change), id })
    try {
      await announceParked({ id, organizationId, failure: String(error) })
    } catch (cause) {
      logger.error('failed to announce a parked change', { id, error: cause as Error })
    }
    return true
  }

  /**
   * Counts the first batch of a process, which may have begun because the one before crashed at it. Lambda halves a batch that crashes, so
   * the change at fault comes alone in the end, and again and again. Returns whether it was parked.
   */
  async function countFirst(changes: readonly Tracked[]): Promise<boolean> {
    const [first, second] = changes
    if (!first) return false
    const error = new Error('The function has crashed or timed out at this change.')
    try {
      const attempts = await countAttempt(database, first.record)
      return second === undefined && isParkedAfter(attempts - 1, error) && (await park(first, error))
    } catch (cause) {
      logger.error('failed to count the first batch of a process', { error: cause as Error })
      return false
    }
  }
}

function sequenceNumberOf({ record }: Tracked): string {
  return record.dynamodb?.SequenceNumber ?? ''
}

/** The part of a log line that describes a change. */
function subjectOf(change: StreamedChange) {
  return {
    organizationId: change.organizationId,
    ...(change.goal && { goalId: longId(change.goal.goalKey) }),
  }
}

/** Sends one message for each organization that has webhooks: the function of deliveries does the rest. */
export function announceToWebhooks(database: Database, queue: Pick<WebhookQueue, 'send'>): FeedListener {
  return async (organizationIds) => queue.send(await withWebhooks(database, organizationIds))
}
