import { randomUUID } from 'node:crypto'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { readGoalPartition } from '@cairn/domain/goals/cleanup/goal-partition'
import type { Database } from '@cairn/domain/storage/database/client'
import { goalKeyOf, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'

export type OrphanedGoal = {
  organizationId: string
  goalId: string
  event: DynamoDBStreamEvent
  records(): Promise<{ pk: string; sk: string }[]>
}

/** A record of the stream that reports the removal of a goal. */
export function removal(organizationId: string, goalId: string, sequenceNumber = '1'): DynamoDBRecord {
  const { organizationKey, goalKey } = goalKeyOf({ organizationId, goalId })
  return removalOf({ __edb_e__: 'goalRow', o: organizationKey, g: goalKey }, sequenceNumber)
}

function removalOf(image: Record<string, string>, sequenceNumber: string): DynamoDBRecord {
  const OldImage = Object.fromEntries(Object.entries(image).map(([name, S]) => [name, { S }]))
  return { eventName: 'REMOVE', dynamodb: { SequenceNumber: sequenceNumber, OldImage } }
}

/** Creates orphaned reports of a deleted goal, as a crash after the transaction leaves them. */
export async function createOrphanedGoal(
  { table: { database } }: { table: { database: Database } },
  entries = 60,
): Promise<OrphanedGoal> {
  const organizationId = randomUUID()
  const goalId = randomUUID()
  const { pk } = keyOfRecord(goalRowEntity, goalKeyOf({ organizationId, goalId }))
  await createRecords(database, pk, entries)
  return {
    organizationId,
    goalId,
    event: { Records: [removal(organizationId, goalId)] },
    records: async () => (await readGoalPartition(database, organizationId, goalId)).keys,
  }
}

/** Creates records that look like reports in a partition. */
export async function createRecords({ client, tableName }: Database, pk: string, count: number) {
  const items = Array.from({ length: count }, (_, index) => ({
    PutRequest: { Item: { pk, sk: `u#${String(index).padStart(12, '0')}` } },
  }))
  for (let start = 0; start < items.length; start += 25) {
    await client.send(
      new BatchWriteCommand({ RequestItems: { [tableName]: items.slice(start, start + 25) } }),
    )
  }
}
