import type { Logger } from '@aws-lambda-powertools/logger'
import { createChangeHandler, type Follower, type HandledChanges } from '@cairn/domain/changes/handle-changes'
import type { Database } from '@cairn/domain/database/client'
import { longId } from '@cairn/domain/table/short-id'
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
  followers?: readonly Follower[]
  clock?: () => Date
}

/**
 * Does what follows from changes that the table's stream reports: appends events to the feed, finishes the deletion of goals, and
 * writes the postings by which goals are found. The stream is in order, and Lambda continues from the first failure that is
 * returned: work stops there, and earlier records are not handled again.
 */
export function createChangesHandler({
  database,
  logger,
  followers = [],
  clock = () => new Date(),
}: ChangesHandlerOptions): ChangesHandler {
  const handle = createChangeHandler()

  async function tell(organizationIds: string[]): Promise<void> {
    if (organizationIds.length === 0) return
    const results = await Promise.allSettled(followers.map((follower) => follower(organizationIds)))
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
    const { done, organizationIds, error } = await handleAll(limited, changes)
    for (const change of changes.slice(0, done)) {
      if (change.done) logger.info(change.done, subjectOf(change))
    }
    await tell(organizationIds)
    const failed = changes[done]
    if (!failed) return { batchItemFailures: [] }
    logger.error('failed to follow a change', { ...subjectOf(failed), error: error as Error })
    return { batchItemFailures: [{ itemIdentifier: failed.sequenceNumber }] }
  }

  async function handleAll(limited: Database, changes: StreamedChange[]): Promise<HandledChanges> {
    try {
      return await handle(limited, await nameGoals(limited, changes), clock())
    } catch (error) {
      return { done: 0, organizationIds: [], error }
    }
  }
}

/** What a log line says about a change. */
function subjectOf(change: StreamedChange | undefined) {
  return {
    organizationId: change?.organizationId,
    ...(change?.goal && { goalId: longId(change.goal.goalKey) }),
  }
}
