import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import {
  cleanUpDeletedGoal,
  cleanUpGoalDeletedInLayout1,
} from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import { longId } from '@cairn/domain/table/short-id'
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
      const removed = removedGoal(record)
      if (!removed) continue
      const { cleanUp, ...goal } = removed
      try {
        await cleanUp({ ...database, deadline }, goal)
        logger.info('cleaned up a deleted goal', goal)
      } catch (error) {
        logger.error('failed to clean up a deleted goal', { ...goal, error: error as Error })
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
      }
    }
    return { batchItemFailures: [] }
  }
}

/** Returns the goal whose removal the record reports, with what cleans up after it; undefined for all other records. */
function removedGoal({ eventName, dynamodb }: DynamoDBRecord) {
  const image = dynamodb?.OldImage
  if (eventName !== 'REMOVE' || !image) return undefined
  switch (image[entityAttribute]?.S) {
    case 'goalRow': {
      // The attributes of `goalRowEntity`, as they are stored.
      const organizationKey = image.o?.S
      const goalKey = image.g?.S
      if (!organizationKey || !goalKey) return undefined
      return { organizationId: longId(organizationKey), goalId: longId(goalKey), cleanUp: cleanUpDeletedGoal }
    }
    case 'goal': {
      const organizationId = image.organizationId?.S
      const goalId = image.goalId?.S
      if (!organizationId || !goalId) return undefined
      return { organizationId, goalId, cleanUp: cleanUpGoalDeletedInLayout1 }
    }
    default:
      return undefined
  }
}

/** The attribute in which ElectroDB stores the entity of a record. */
const entityAttribute = '__edb_e__'
