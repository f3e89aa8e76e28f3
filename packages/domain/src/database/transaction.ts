import { randomUUID } from 'node:crypto'
import type { CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Database } from './client.ts'
import { callBeforeDeadline, pauseBeforeRetry } from './retry.ts'
import type { TransactionItem } from './transaction-item.ts'
import { wasCommitted } from './transaction-outcome.ts'
import { unavailable } from './unavailable.ts'

/** DynamoDB takes at most this many items in one transaction. */
export const maximumTransactionItems = 100

/** Reasons of a cancelled transaction that pass by themselves. */
const transientReasons = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/**
 * Writes all items or none. Answers the names of the items whose condition was not met, empty where the
 * transaction was written.
 *
 * The one way to every conditional write, single ones too: one client request token for all tries makes a try
 * whose answer was lost report its own success, where a bare conditional put would fail on what it has itself
 * written. Conflicts with other transactions, which the SDK does not retry, are tried again until the request's
 * deadline, then `unavailable` is thrown: what was decided on is not written later. A condition that fails at a later try is not believed before it is known
 * that no earlier one was written (`wasCommitted`); where nothing tells, `unavailable` is thrown too.
 *
 * @param items  ElectroDB writes by name (`{ Put: entity.create(…).params() }`); undefined ones are left out.
 */
export async function transact<Name extends string>(
  database: Database,
  items: Record<Name, TransactionItem | undefined>,
): Promise<Name[]> {
  const named = (Object.entries(items) as [Name, TransactionItem | undefined][]).filter(
    (entry): entry is [Name, TransactionItem] => entry[1] !== undefined,
  )
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
      if (reasons === undefined) throw error
      isRetried ||= mayHaveBeenCommitted(error)
      const failed = named.filter((_, index) => reasons[index]?.Code === 'ConditionalCheckFailed')
      if (failed.length > 0) {
        const committed = isRetried && (await wasCommitted(database, named.map(itemOf), failed.map(itemOf)))
        if (committed === undefined) throw unavailable(error)
        return committed ? [] : failed.map(([name]) => name)
      }
      if (!reasons.some(({ Code }) => Code !== undefined && transientReasons.has(Code))) throw error
      await pauseBeforeRetry(database, attempt, error)
    }
  }
}

function itemOf<Name>([, item]: [Name, TransactionItem]): TransactionItem {
  return item
}

/** Whether a try before this answer got none: the SDK sent it again by itself, or the database is still at it. */
function mayHaveBeenCommitted(error: unknown): boolean {
  const { name, $metadata }: { name: string; $metadata?: { attempts?: number } } =
    error as TransactionCanceledException
  return ($metadata?.attempts ?? 1) > 1 || name === 'TransactionInProgressException'
}

/** Why a transaction was cancelled, by item; undefined where the error is another one. */
function cancellationReasons(error: unknown): CancellationReason[] | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TransactionCanceledException') {
    return (error as TransactionCanceledException).CancellationReasons ?? []
  }
  // The same request is still at work: an earlier try whose answer was lost.
  return error.name === 'TransactionInProgressException' ? [{ Code: 'TransactionConflict' }] : undefined
}
