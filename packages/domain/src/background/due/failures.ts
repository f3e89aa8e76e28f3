/**
 * Rules for a record whose handler failed.
 *
 *   transient ──▶ a pause that doubles, from a minute to an hour ──▶ without end; the tenth failure is reported
 *   throttled ──▶ a minute's pause, not counted
 *   anything else ──▶ the same pauses; the tenth failure parks the record, which is reported
 *
 * A parked record is in a partition of the index that no sweep reads, until the repair returns it, or until a request sets its
 * timer again.
 */
import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { EmailThrottledError } from '../../accounts/email/email-delivery.ts'
import type { Database } from '../../storage/database/client.ts'
import { readItem } from '../../storage/database/read-record.ts'
import { parkedShard, shardOf } from '../../storage/table/entities/due/shard.ts'
import type { AnyRecord } from '../../storage/table/entities.ts'
import type { Item, RecordKey } from '../../storage/table/entity.ts'
import { isTransient } from '../transient.ts'

/** The failure at which a person is told, and which parks a record unless the cause is transient. */
export const maximumAttempts = 10

const firstPauseMilliseconds = 60_000
const longestPauseMilliseconds = 60 * 60_000

/** An entity that this version does not have: one that a later version has written, before it was rolled back. It waits. */
export class NoHandlerError extends Error {
  override readonly name = 'NoHandlerError'
}

/** `lasting`: the tenth failure with a transient cause. `left`: the record has changed meanwhile, so nothing was recorded. */
export type FailureOutcome = 'paused' | 'throttled' | 'lasting' | 'parked' | 'left'

/** Returns how long a record waits after so many failed attempts, in milliseconds. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** (Math.max(attempts, 1) - 1))
}

/** Counts a failed attempt, and moves the record's timer. Of two sweeps at once, one counts. */
export async function recordFailure(
  database: Database,
  key: RecordKey,
  error: unknown,
  now: Date,
): Promise<FailureOutcome> {
  const item = await readItem(database, { pk: key.pk, sk: key.sk })
  if (item?.timer !== 'on' || item.dueShard === parkedShard) return 'left'
  const isThrottled = error instanceof EmailThrottledError
  const attempts = Number(item.failedAttempts ?? 0) + (isThrottled ? 0 : 1)
  const waits = isThrottled || error instanceof NoHandlerError || isTransient(error)
  const isParked = !waits && attempts >= maximumAttempts
  // A handler may have claimed the record for longer.
  const dueAt = Math.max(Number(item.dueAt), now.getTime() + pauseAfter(isThrottled ? 1 : attempts))
  const failedAttempts = attempts > 0 ? attempts : undefined
  const isMoved = await move(database, item, { dueAt, isParked, failedAttempts })
  if (!isMoved) return 'left'
  if (isParked) return 'parked'
  if (isThrottled) return 'throttled'
  return attempts === maximumAttempts ? 'lasting' : 'paused'
}

/** Forgets the failures of a record whose handler has succeeded, unless another one was counted meanwhile. */
export async function forgetFailures({ client, tableName }: Database, seen: AnyRecord): Promise<void> {
  if (seen.failedAttempts === undefined) return
  const update = new UpdateCommand({
    TableName: tableName,
    Key: { pk: seen.pk, sk: seen.sk },
    UpdateExpression: 'REMOVE failedAttempts',
    ConditionExpression: 'failedAttempts = :seen',
    ExpressionAttributeValues: { ':seen': seen.failedAttempts },
  })
  await client.send(update).catch(itemOfFailedCondition)
}

/**
 * Makes a parked record due at once, with no attempts counted. Safe to repeat.
 * @returns whether it is due now; false if it has changed meanwhile.
 */
export async function takeUp(database: Database, { pk, sk }: RecordKey, now: Date): Promise<boolean> {
  const item = await readItem(database, { pk, sk })
  if (item?.dueShard !== parkedShard) return false
  return move(database, item, { dueAt: now.getTime(), isParked: false, failedAttempts: undefined })
}

type Move = { dueAt: number; isParked: boolean; failedAttempts: number | undefined }

/**
 * Sets when a record of any entity is due, and the keys of the index that follow from it (`due-index.ts`). Returns false if its timer
 * is not as it was read.
 */
async function move(
  { client, tableName }: Database,
  item: Item,
  { dueAt, isParked, failedAttempts }: Move,
): Promise<boolean> {
  const id = String(item.gsi3sk).replace(/^\d+#/, '')
  const dueShard = isParked ? parkedShard : shardOf(id)
  const counts = failedAttempts !== undefined
  const update = new UpdateCommand({
    TableName: tableName,
    Key: { pk: item.pk, sk: item.sk },
    UpdateExpression: `SET dueAt = :dueAt, dueShard = :shard, gsi3pk = :pk, gsi3sk = :sk${
      counts ? ', failedAttempts = :attempts' : ' REMOVE failedAttempts'
    }`,
    ConditionExpression: `timer = :on AND dueAt = :knownDueAt AND dueShard = :knownShard AND ${
      item.failedAttempts === undefined ? 'attribute_not_exists(failedAttempts)' : 'failedAttempts = :known'
    }`,
    ExpressionAttributeValues: {
      ':dueAt': dueAt,
      ':shard': dueShard,
      ':pk': `due#${dueShard}`,
      ':sk': `${String(dueAt).padStart(13, '0')}#${id}`,
      ...(counts && { ':attempts': failedAttempts }),
      ':on': 'on',
      ':knownDueAt': item.dueAt,
      ':knownShard': item.dueShard,
      ...(item.failedAttempts !== undefined && { ':known': item.failedAttempts }),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })
  try {
    await client.send(update)
    return true
  } catch (error) {
    // The client has sent it twice, because the first answer was lost. The item of an error is as the wire has it.
    const stored = itemOfFailedCondition(error)
    return stored?.dueAt?.N === String(dueAt) && stored.dueShard?.N === String(dueShard)
  }
}

/** @throws any other error. */
function itemOfFailedCondition(error: unknown): ConditionalCheckFailedException['Item'] {
  const failure = error as ConditionalCheckFailedException
  if (failure.name !== 'ConditionalCheckFailedException') throw error
  return failure.Item
}
