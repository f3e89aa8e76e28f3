import { isDeepStrictEqual } from 'node:util'
import type { Database } from './client.ts'
import { readItem } from './read-record.ts'
import type { TransactionItem } from './transaction-item.ts'

/** A put as ElectroDB builds it. */
type Put = { ConditionExpression?: string; Item: Record<string, unknown> & { pk: string; sk: string } }

const putOf = ({ Put: put }: TransactionItem) => put as Put | undefined

/**
 * Returns whether an earlier attempt committed a transaction whose conditions fail on a retry. This happens if the
 * response to the earlier attempt was lost and the database has forgotten its request token (after ten minutes).
 *
 * A transaction is all or nothing, so it was committed if each record that made a put fail equals the record to put.
 * Returns undefined if only updates and deletes failed and nothing shows who made the change.
 *
 * @param failed  The items whose condition failed.
 */
export async function wasCommitted(
  database: Database,
  items: readonly TransactionItem[],
  failed: readonly TransactionItem[],
): Promise<boolean | undefined> {
  const puts = failed.map(putOf).filter((put) => put !== undefined)
  if (puts.length === 0) {
    // A conditional put whose condition did not fail has not been made yet.
    return items.some((item) => putOf(item)?.ConditionExpression !== undefined) ? false : undefined
  }
  const stored = await Promise.all(puts.map(({ Item: { pk, sk } }) => readItem(database, { pk, sk })))
  return puts.every(({ Item }, index) => isDeepStrictEqual(asStored(Item), stored[index]))
}

/** Removes undefined attributes, which are not stored. */
function asStored(item: object): unknown {
  return JSON.parse(JSON.stringify(item))
}
