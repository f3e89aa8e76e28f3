import type { Logger } from '@aws-lambda-powertools/logger'
import type { Database } from '@cairn/domain/database/client'
import {
  cleanUpDeletedGoal,
  cleanUpGoalDeletedInLayout1,
} from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import { postingChanges, writePostings } from '@cairn/domain/goals/search/postings'
import { longId } from '@cairn/domain/table/short-id'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'

export type ChangesHandler = (
  event: DynamoDBStreamEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<DynamoDBBatchResponse>

/** Work stops this long before the timeout, so that the response is still sent. */
const responseReserveMilliseconds = 3_000

/**
 * Does what follows from changes that the table's stream reports: finishes the deletion of goals, and writes the postings by
 * which goals are found. The stream is in order, and Lambda continues from the first failure that is returned: work stops
 * there, and earlier records are not handled again.
 */
export function createChangesHandler(database: Database, logger: Logger): ChangesHandler {
  return async ({ Records }, context) => {
    const deadline = Date.now() + context.getRemainingTimeInMillis() - responseReserveMilliseconds
    for (const record of Records) {
      const work = workOf(record)
      if (!work) continue
      const { goal, run, done } = work
      try {
        await run({ ...database, deadline })
        if (done) logger.info(done, goal)
      } catch (error) {
        logger.error('failed to follow a change of a goal', { ...goal, error: error as Error })
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
      }
    }
    return { batchItemFailures: [] }
  }
}

type Work = {
  goal: { organizationId: string; goalId: string }
  run(database: Database): Promise<void>
  /** Logged afterwards. */
  done?: string
}

type Image = NonNullable<DynamoDBRecord['dynamodb']>['OldImage']

/** The attribute that names the entity of a record. */
const entityAttribute = '__edb_e__'

/** Returns the work that a record of the stream causes; undefined if none. */
function workOf({ eventName, dynamodb }: DynamoDBRecord): Work | undefined {
  const { OldImage: before, NewImage: after } = dynamodb ?? {}
  const image = after ?? before
  switch (image?.[entityAttribute]?.S) {
    case 'goalWords':
      return wordsWork(image, before, after)
    case 'goalRow':
      return eventName === 'REMOVE' ? rowWork(image) : undefined
    case 'goal':
      return eventName === 'REMOVE' ? earlierGoalWork(image) : undefined
    default:
      return undefined
  }
}

/** The attributes of goal records, as they are stored. */
function keyOf(image: Image): { organizationKey: string; goalKey: string } | undefined {
  const organizationKey = image?.o?.S
  const goalKey = image?.g?.S
  return organizationKey && goalKey ? { organizationKey, goalKey } : undefined
}

function wordsWork(image: Image, before: Image, after: Image): Work | undefined {
  const key = keyOf(image)
  if (!key) return undefined
  const wordsIn = (words: Image) => words?.w?.S?.split(' ').filter((word) => word !== '') ?? []
  const changes = postingChanges(wordsIn(before), wordsIn(after))
  return { goal: idsOf(key), run: (database) => writePostings(database, key, changes) }
}

function rowWork(image: Image): Work | undefined {
  const key = keyOf(image)
  if (!key) return undefined
  const goal = idsOf(key)
  return { goal, run: (database) => cleanUpDeletedGoal(database, goal), done: cleanedUp }
}

/** A goal of version 0.1. */
function earlierGoalWork(image: Image): Work | undefined {
  const organizationId = image?.organizationId?.S
  const goalId = image?.goalId?.S
  if (!organizationId || !goalId) return undefined
  const goal = { organizationId, goalId }
  return { goal, run: (database) => cleanUpGoalDeletedInLayout1(database, goal), done: cleanedUp }
}

const cleanedUp = 'cleaned up a deleted goal'

function idsOf({ organizationKey, goalKey }: { organizationKey: string; goalKey: string }) {
  return { organizationId: longId(organizationKey), goalId: longId(goalKey) }
}
