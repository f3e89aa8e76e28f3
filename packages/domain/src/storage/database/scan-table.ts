import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { AnyRecord } from '../table/entities.ts'
import type { Database } from './client.ts'

/**
 * Yields all items of the table, page by page, strongly consistent. Only the integrity check and the cleanup at the
 * start of the local service use it: they look for records that no other record and no index leads to, which no query
 * finds. No request scans. On AWS, a scan costs one read unit per 4 KB of the table.
 *
 * DynamoDB and the embedded engine resume a scan after a key, so all items of a partition come one after the other.
 *
 * @param attributes  The attributes to return. Default: all.
 */
export async function* scanTable(
  { client, tableName }: Database,
  attributes?: readonly string[],
): AsyncGenerator<AnyRecord[]> {
  let after: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: tableName,
        ConsistentRead: true,
        ExclusiveStartKey: after,
        AttributesToGet: attributes && [...attributes],
      }),
    )
    yield Items as AnyRecord[]
    after = LastEvaluatedKey
  } while (after !== undefined)
}
