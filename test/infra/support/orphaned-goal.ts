import { randomUUID } from 'node:crypto'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { deletionEvent } from '@cairn/domain/events/goal-events'
import { readGoalPartition } from '@cairn/domain/goals/cleanup/goal-partition'
import { itemIdOf, itemTimeToLive } from '@cairn/domain/inbox/item-id'
import type { Database } from '@cairn/domain/storage/database/client'
import { queryAllRecords } from '@cairn/domain/storage/database/query-records'
import { transact } from '@cairn/domain/storage/database/transaction'
import { goalKeyOf, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { type InboxItemRecord, inboxItemEntity } from '@cairn/domain/storage/table/entities/inbox/inbox-item'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { expect } from 'vitest'
import { writeRecords } from '../../support/table/write-records.ts'

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

/** Tells of the deletion of a goal that an item in somebody's inbox is about. Returns the inbox's items about it. */
export async function createInboxItem(
  database: Database,
  goal: { organizationId: string; goalId: string },
): Promise<() => Promise<InboxItemRecord[]>> {
  const now = new Date()
  const itemId = itemIdOf({ id: goal.goalId, createdAt: now.toISOString() })
  const actor = { kind: 'user', id: randomUUID(), runId: null } as const
  const by = { actor, userId: actor.id }
  const event = recordEvents(
    { ...database, hasStream: true },
    {
      organizationId: goal.organizationId,
      events: [deletionEvent({ by, now }, { goalId: goal.goalId, title: 'Deleted' })],
    },
  )
  expect(await transact<string>(database, { event })).toEqual([])
  const key = goalKeyOf(goal)
  const item = {
    ...key,
    personKey: shortHash(actor.id),
    itemId,
    kind: 'report_requested' as const,
    actor,
    ref: {},
    joinId: randomUUID(),
    ttl: itemTimeToLive(itemId),
  }
  await writeRecords(database, inboxItemEntity, [item])
  return () => queryAllRecords(database, inboxItemEntity, 'byGoal', key)
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
