import { randomUUID } from 'node:crypto'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '@cairn/domain/database/client'
import { readGoalPartition } from '@cairn/domain/goals/cleanup/goal-partition'
import { goalEntity } from '@cairn/domain/table/entities/goal'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'

export type OrphanedGoal = {
  organizationId: string
  goalId: string
  event: DynamoDBStreamEvent
  records(): Promise<{ pk: string; sk: string }[]>
}

/** A record of the stream that reports the removal of a goal. */
export function removal(organizationId: string, goalId: string, sequenceNumber = '1'): DynamoDBRecord {
  return {
    eventName: 'REMOVE',
    dynamodb: {
      SequenceNumber: sequenceNumber,
      OldImage: { __edb_e__: { S: 'goal' }, organizationId: { S: organizationId }, goalId: { S: goalId } },
    },
  }
}

/** Creates orphaned updates of a deleted goal, as a crash after the transaction leaves them. */
export async function createOrphanedGoal(
  { table: { database } }: { table: { database: Database } },
  entries = 60,
): Promise<OrphanedGoal> {
  const organizationId = randomUUID()
  const goalId = randomUUID()
  const { pk } = goalEntity(database).get({ organizationId, goalId }).params<{ Key: { pk: string } }>().Key
  const items = Array.from({ length: entries }, (_, index) => ({
    PutRequest: { Item: { pk, sk: `$goalupdate_1#revision_${String(index).padStart(10, '0')}` } },
  }))
  for (let start = 0; start < items.length; start += 25) {
    await database.client.send(
      new BatchWriteCommand({ RequestItems: { [database.tableName]: items.slice(start, start + 25) } }),
    )
  }
  return {
    organizationId,
    goalId,
    event: { Records: [removal(organizationId, goalId)] },
    records: async () => (await readGoalPartition(database, organizationId, goalId)).keys,
  }
}
