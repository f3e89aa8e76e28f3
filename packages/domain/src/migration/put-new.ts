import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../database/client.ts'
import type { TransactionItem } from '../table/entity/transaction-item.ts'

/** Writes a new record. Returns false if there is such a record already. */
export async function putNew({ client }: Database, { Put }: TransactionItem): Promise<boolean> {
  try {
    await client.send(new PutCommand(Put as PutCommandInput))
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false
    throw error
  }
}
