import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { TestTable } from '../service/engine.ts'

/** Every record in the table whose JSON contains `part`. */
export async function recordsWith({ database }: TestTable, part: string): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = []
  let start: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await database.client.send(
      new ScanCommand({ TableName: database.tableName, ConsistentRead: true, ExclusiveStartKey: start }),
    )
    records.push(...Items.filter((item) => JSON.stringify(item).includes(part)))
    start = LastEvaluatedKey
  } while (start !== undefined)
  return records
}
