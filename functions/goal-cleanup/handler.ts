import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import { cleanUpDeletedGoal } from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'

export type CleanUpHandler = (
  event: DynamoDBStreamEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<DynamoDBBatchResponse>

/** What is left of the time when the work stops, so that the answer still gets out. */
const answerReserveInMilliseconds = 3_000

/**
 * Finishes the deletion of goals whose removal the table's stream reports. A stream is in order and is read on from the
 * first failure that is answered: work stops there, and what was done before is not done again.
 */
export function createCleanUpHandler(database: Database, logger: Logger): CleanUpHandler {
  return async ({ Records }, context) => {
    const deadline = Date.now() + context.getRemainingTimeInMillis() - answerReserveInMilliseconds
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

/** The goal that a record of the stream says was removed; undefined for all other records. */
function removedGoal({ eventName, dynamodb }: DynamoDBRecord) {
  const image = dynamodb?.OldImage
  const organizationId = image?.organizationId?.S
  const goalId = image?.goalId?.S
  const isGoal = eventName === 'REMOVE' && image?.[entityAttribute]?.S === 'goal'
  return isGoal && organizationId && goalId ? { organizationId, goalId } : undefined
}

/** Where ElectroDB writes which entity a record is of. */
const entityAttribute = '__edb_e__'
