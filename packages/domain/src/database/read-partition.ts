import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../table/to-record.ts'
import type { Database } from './client.ts'
import type { RecordKey } from './read-record.ts'

/** Items as they are stored, and where the next page begins; undefined behind the last one. */
export type PartitionPage = { items: Item[]; last: RecordKey | undefined }

/**
 * Everything that stands in one partition of the table, of whatever entities; strongly consistent. One page of
 * DynamoDB's (1 MB), from behind `after`.
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
