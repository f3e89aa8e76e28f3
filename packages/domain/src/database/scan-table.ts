import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { AnyRecord } from '../table/entities.ts'
import type { Database } from './client.ts'

/**
 * The whole table, strongly consistent, page by page. This is the one place where a Scan is right: a record that no
 * other one leads to, or that no index lists, is what the check is looking for, and no query finds it. It reads every
 * byte once: on AWS one read unit for 4 KB, and no request of the service ever comes here.
 *
 * DynamoDB and the embedded engine go on behind a key, so they scan in an order of keys: records of one partition come
 * one after the other.
 *
 * @param attributes  The only ones to answer, where not all are wanted.
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
