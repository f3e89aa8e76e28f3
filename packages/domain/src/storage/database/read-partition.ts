import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, RecordKey } from '../table/entity.ts'
import type { Database } from './client.ts'

/** Items as they are stored, and the last key of the page; undefined on the last page. */
export type PartitionPage = { items: Item[]; last: RecordKey | undefined }

/**
 * Reads one page (1 MB) of all items in a partition, whatever their entities. Strongly consistent.
 *
 * @param options.after  The last key of the previous page.
 */
export async function readPartition(
  { client, tableName }: Database,
  pk: string,
  { after, keysOnly = false }: { after?: RecordKey | undefined; keysOnly?: boolean } = {},
): Promise<PartitionPage> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ...(keysOnly && { ProjectionExpression: 'pk, sk' }),
      ExclusiveStartKey: after,
    }),
  )
  return { items: Items, last: LastEvaluatedKey as RecordKey | undefined }
}
