import { isDeepStrictEqual } from 'node:util'
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'
import type { Database } from './client.ts'
import { readItem } from './read-record.ts'

/** A write as it is sent: its kind, and the input of the SDK's command of that kind. */
export type Write = { [Kind in keyof TransactWriteItem]?: object }

/** A put as ElectroDB builds it. */
type Put = { ConditionExpression?: string; Item: Record<string, unknown> & { pk: string; sk: string } }

const putOf = ({ Put: put }: Write) => put as Put | undefined

/** Whether a write fails once it was made, because its record exists. */
const isCreate = (item: Write) => /^attribute_not_exists\(#?pk\)/.test(putOf(item)?.ConditionExpression ?? '')

/**
 * Returns whether an earlier attempt committed a transaction whose conditions fail on a retry. This happens if the
 * response to the earlier attempt was lost and the database has forgotten its request token (after ten minutes).
 *
 * A transaction is all or nothing, so its creates decide, if it has any: it was committed if each of them fails and its record
 * has what was to be created. Other writers may have changed the rest since: a goal's next version replaces its row. They
 * may also have added to a created record: an acknowledgement to a report. Without creates, each put that failed decides.
 * Returns undefined if only updates and deletes failed and nothing shows who made the change.
 *
 * @param items  All items of the transaction.
 * @param failed  Those of them whose condition failed.
 */
export async function wasCommitted(
  database: Database,
  items: readonly Write[],
  failed: readonly Write[],
): Promise<boolean | undefined> {
  const creates = items.filter(isCreate)
  if (creates.some((create) => !failed.includes(create))) return false
  const puts = (creates.length > 0 ? creates : failed).map(putOf).filter((put) => put !== undefined)
  if (puts.length === 0) {
    // A conditional put whose condition did not fail has not been made yet.
    return items.some((item) => putOf(item)?.ConditionExpression !== undefined) ? false : undefined
  }
  return areStored(database, puts)
}

/**
 * Returns whether a transaction whose response was lost has been committed: it creates records, and all of them are there. If they
 * cannot be read, nothing is known.
 */
export async function hasCreated(database: Database, items: readonly Write[]): Promise<boolean> {
  const puts = items
    .filter(isCreate)
    .map(putOf)
    .filter((put) => put !== undefined)
  return puts.length > 0 && (await areStored(database, puts).catch(() => false))
}

async function areStored(database: Database, puts: readonly Put[]): Promise<boolean> {
  const stored = await Promise.all(puts.map(({ Item: { pk, sk } }) => readItem(database, { pk, sk })))
  return puts.every(({ Item }, index) => includes(stored[index], asStored(Item)))
}

/** Whether a stored value has everything that was written. */
function includes(stored: unknown, written: unknown): boolean {
  if (!isMap(stored) || !isMap(written)) return isDeepStrictEqual(stored, written)
  return Object.entries(written).every(([name, value]) => includes(stored[name], value))
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Removes undefined attributes, which are not stored. */
function asStored(item: object): unknown {
  return JSON.parse(JSON.stringify(item))
}
