import { isDeepStrictEqual } from 'node:util'
import type { Database } from './client.ts'
import { readItem } from './read-record.ts'
import type { TransactionItem } from './transaction-item.ts'

/** What ElectroDB makes of a put. */
type Put = { ConditionExpression?: string; Item: Record<string, unknown> & { pk: string; sk: string } }

const putOf = ({ Put: put }: TransactionItem) => put as Put | undefined

/**
 * Whether a transaction whose conditions failed at a later try had been written by an earlier one, whose answer was
 * lost and whose request token the database does not know any more (DynamoDB forgets it after ten minutes, an engine
 * that was killed and started again at once).
 *
 * All or nothing is written, so the records that stood in the way tell: if each is what was to be put there, it was.
 * Undefined where nothing tells: updates and deletes leave no trace by which to know whose they are.
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
    // A conditional put that could be made was not made before.
    return items.some((item) => putOf(item)?.ConditionExpression !== undefined) ? false : undefined
  }
  const stored = await Promise.all(puts.map(({ Item: { pk, sk } }) => readItem(database, { pk, sk })))
  return puts.every(({ Item }, index) => isDeepStrictEqual(asStored(Item), stored[index]))
}

/** Without what is undefined, which is not stored. */
function asStored(item: object): unknown {
  return JSON.parse(JSON.stringify(item))
}
