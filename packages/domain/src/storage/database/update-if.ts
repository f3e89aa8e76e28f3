import {
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import type { Operation } from '../table/entity.ts'
import type { Database } from './client.ts'
import { callBeforeDeadline } from './retry.ts'

/** The record has another state than the condition requires, or a transaction is writing it. */
const refusals = new Set(['ConditionalCheckFailedException', 'TransactionConflictException'])

/**
 * Updates one record of what is derived, for half the units of a transaction. Returns false if its condition fails. If the response of a
 * first attempt was lost, its own write may make the condition fail: only for what is read and compared again then.
 * @throws `unavailable` at the deadline.
 */
export async function updateIf(database: Database, update: Operation): Promise<boolean> {
  const command = new UpdateCommand(update.params({ table: database.tableName }) as UpdateCommandInput)
  return isDone(database, (options) => database.client.send(command, options))
}

/** The same for a record that is put. */
export async function putIf(database: Database, put: Operation): Promise<boolean> {
  const command = new PutCommand(put.params({ table: database.tableName }) as PutCommandInput)
  return isDone(database, (options) => database.client.send(command, options))
}

async function isDone(
  database: Database,
  send: Parameters<typeof callBeforeDeadline<unknown>>[1],
): Promise<boolean> {
  try {
    await callBeforeDeadline(database, send)
    return true
  } catch (error) {
    if (error instanceof Error && refusals.has(error.name)) return false
    throw error
  }
}
