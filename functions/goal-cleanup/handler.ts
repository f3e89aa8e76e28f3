import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import { cleanUpDeletedGoal } from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'

export type CleanupHandler = (
  event: DynamoDBStreamEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<DynamoDBBatchResponse>

/** Work stops this long before the timeout, so that the response is still sent. */
const responseReserveMilliseconds = 3_000

/**
 * Finishes the deletion of goals whose removal the table's stream reports. The stream is in order, and Lambda continues from the
 * first failure that is returned: work stops there, and earlier records are not handled again.
 */
export function createCleanupHandler(database: Database, logger: Logger): CleanupHandler {
  return async ({ Records }, context) => {
    const deadline = Date.now() + context.getRemainingTimeInMillis() - responseReserveMilliseconds
    for (const record of Records) {
      const goal = removedGoal(record)
      if (!goal) continue
      try {
        await cleanUpDeletedGoal({ ...database, deadline }, goal)
        logger.info('cleaned up a deleted goal', goal)
      } catch (error) {
        logger.error('failed to clean up a deleted goal', { ...goal, error: error as Error })
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
      }
    }
    return { batchItemFailures: [] }
  }
}

/** Returns the goal whose removal the record reports; undefined for all other records. */
function removedGoal({ eventName, dynamodb }: DynamoDBRecord) {
  const image = dynamodb?.OldImage
  const organizationId = image?.organizationId?.S
  const goalId = image?.goalId?.S
  const isGoal = eventName === 'REMOVE' && image?.[entityAttribute]?.S === 'goal'
  return isGoal && organizationId && goalId ? { organizationId, goalId } : undefined
}

/** The attribute in which ElectroDB stores the entity of a record. */
const entityAttribute = '__edb_e__'
