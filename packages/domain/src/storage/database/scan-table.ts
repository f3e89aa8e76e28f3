import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { AnyRecord } from '../table/entities.ts'
import type { RecordKey } from '../table/entity.ts'
import type { Database } from './client.ts'

export type ScanOptions = {
  /** The attributes to return. Default: all. */
  attributes?: readonly string[] | undefined
  /** The last key before. Default: the scan begins at the start. */
  after?: RecordKey | undefined
  /** Items of a page. Default: 1 MB. */
  limit?: number | undefined
}

/**
 * Yields all items of the table, page by page, strongly consistent. Only the integrity check, the repair and the cleanup at the
 * start of the local service use it: they look for records that no other record and no index leads to, which no query
 * finds. No request scans. On AWS, a scan costs one read unit per 4 KB of the table.
 *
 * DynamoDB and the embedded engine resume a scan after a key, so all items of a partition come one after the other.
 */
export async function* scanTable(
  { client, tableName }: Database,
  { attributes, after: start, limit }: ScanOptions = {},
): AsyncGenerator<AnyRecord[]> {
  let after: Record<string, unknown> | undefined = start
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: tableName,
        ConsistentRead: true,
        ExclusiveStartKey: after,
        AttributesToGet: attributes && [...attributes],
        Limit: limit,
      }),
    )
    yield Items as AnyRecord[]
    after = LastEvaluatedKey
  } while (after !== undefined)
}
