import { randomUUID } from 'node:crypto'
import type { CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { isChange } from '../table/entities/events/change.ts'
import type { Operation, TransactionItem } from '../table/entity.ts'
import type { Database } from './client.ts'
import { callBeforeDeadline, pauseBeforeRetry } from './retry.ts'
import { hasCreated, type Write, wasCommitted } from './transaction-outcome.ts'
import { isResponseLost, unavailable } from './unavailable.ts'

/** DynamoDB takes at most this many items in one transaction. */
export const maximumTransactionItems = 100

/** Cancellation reasons that a retry may not meet again. */
const transientReasons = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/**
 * Writes all items or none. Returns the names of the items whose condition failed; empty if the transaction was
 * committed.
 *
 * Every conditional write uses it, even a single one: all attempts share one client request token, so a retry whose
 * first response was lost succeeds. A plain conditional put would fail on its own first write. Conflicts with other
 * transactions, which the SDK does not retry, are retried until the request's deadline. If a condition fails on a
 * retry, `wasCommitted` checks whether an earlier attempt was committed. If no response arrives, the records that it creates tell.
 *
 * @param items  Writes by name. Undefined ones are left out.
 * @throws `unavailable` at the deadline (nothing is sent later), or if the outcome is unknown.
 */
export async function transact<Name extends string>(
  database: Database,
  items: Record<Name, TransactionItem | undefined>,
): Promise<Name[]> {
  const named = (Object.entries(items) as [Name, TransactionItem | undefined][]).flatMap(
    ([name, item]): [Name, Write][] => (item === undefined ? [] : [[name, writeOf(database, item)]]),
  )
  try {
    return await sendTransaction(database, named)
  } finally {
    // Also after an error: the outcome of a transaction may be unknown.
    if (named.some(([, write]) => isChange(write))) database.onChange?.()
  }
}

async function sendTransaction<Name extends string>(
  database: Database,
  named: readonly [Name, Write][],
): Promise<Name[]> {
  const command = new TransactWriteCommand({
    ClientRequestToken: randomUUID(),
    TransactItems: named.map(([, item]) => item) as TransactWriteCommandInput['TransactItems'],
  })
  let isRetried = false
  for (let attempt = 1; ; attempt++) {
    try {
      await callBeforeDeadline(database, (options) => database.client.send(command, options))
      return []
    } catch (error) {
      const reasons = cancellationReasons(error)
      if (reasons === undefined) {
        if (isResponseLost(error) && (await hasCreated(database, named.map(writeIn)))) return []
        throw error
      }
      isRetried ||= mayHaveBeenCommitted(error)
      const failed = named.filter((_, index) => reasons[index]?.Code === 'ConditionalCheckFailed')
      if (failed.length > 0) {
        const committed = isRetried && (await wasCommitted(database, named.map(writeIn), failed.map(writeIn)))
        if (committed === undefined) throw unavailable(error)
        return committed ? [] : failed.map(([name]) => name)
      }
      if (!reasons.some(({ Code }) => Code !== undefined && transientReasons.has(Code))) throw error
      await pauseBeforeRetry(database, attempt, error)
    }
  }
}

function writeOf({ tableName }: Database, item: TransactionItem): Write {
  const [[kind, operation] = []] = Object.entries<Operation>(item)
  return { [kind ?? '']: operation?.params({ table: tableName }) }
}

function writeIn<Name>([, write]: [Name, Write]): Write {
  return write
}

/**
 * Whether an earlier attempt may have been committed: the SDK sent it more than once, or the database is still
 * executing it.
 */
function mayHaveBeenCommitted(error: unknown): boolean {
  const { name, $metadata }: { name: string; $metadata?: { attempts?: number } } =
    error as TransactionCanceledException
  return ($metadata?.attempts ?? 1) > 1 || name === 'TransactionInProgressException'
}

/** Why a transaction was canceled, by item; undefined for other errors. */
function cancellationReasons(error: unknown): CancellationReason[] | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TransactionCanceledException') {
    return (error as TransactionCanceledException).CancellationReasons ?? []
  }
  // An earlier attempt, whose response was lost, is still in progress.
  return error.name === 'TransactionInProgressException' ? [{ Code: 'TransactionConflict' }] : undefined
}
