import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../../storage/database/client.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { goalClaimEntity } from '../../storage/table/entities/goals/goal-work.ts'
import { type Item, partitionKeyOf, type RecordKey } from '../../storage/table/entity.ts'

/** Returns the keys of the records of work on a goal that are not in its own partition: its claim and its open questions. Consistent. */
export async function readWorkKeys(
  { client, tableName }: Database,
  goal: { organizationId: string; goalId: string },
): Promise<RecordKey[]> {
  const { organizationKey, goalKey } = goalKeyOf(goal)
  const keys: RecordKey[] = []
  let after: Item | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :goal)',
        ExpressionAttributeValues: {
          ':pk': partitionKeyOf(goalClaimEntity, 'record', { organizationKey }),
          ':goal': `${goalKey}#`,
        },
        ProjectionExpression: 'pk, sk',
        ExclusiveStartKey: after,
      }),
    )
    keys.push(...(Items as RecordKey[]))
    after = LastEvaluatedKey
  } while (after !== undefined)
  return keys
}
