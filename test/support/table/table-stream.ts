import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { Database } from '@cairn/domain/storage/database/client'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { createChangesHandler } from '@cairn/functions/goal-changes/handler'
import { createLogger } from '@cairn/lambda/logging/logger'
import type { DynamoDBRecord } from 'aws-lambda'

/** The stream of a table, made from what the table has before and after. */
export type TableStream = {
  /** Returns the changes since the last call, in the order of keys, which is that of a goal's entries. */
  take(): Promise<DynamoDBRecord[]>
  /** Gives it to the function that follows the stream. */
  deliver(): Promise<void>
}

export async function followTable(database: Database, clock?: () => Date): Promise<TableStream> {
  let known = await readItems(database)
  const lines: string[] = []
  const handle = createChangesHandler({
    database: { ...database, hasStream: true },
    logger: createLogger('ERROR', (line) => lines.push(line)),
    ...(clock && { clock }),
  })
  const take = async () => {
    const before = known
    known = await readItems(database)
    return recordsBetween(before, known)
  }
  return {
    take,
    async deliver() {
      const Records = await take()
      const { batchItemFailures } = await handle({ Records }, { getRemainingTimeInMillis: () => 60_000 })
      if (batchItemFailures.length > 0) throw new Error(lines.join('\n'))
      // The function's own writes are in the stream too, and cause nothing.
      await take()
    },
  }
}

/** The stream of a table that nothing has been removed from. */
export async function recordsOf(database: Database): Promise<DynamoDBRecord[]> {
  return recordsBetween(new Map(), await readItems(database))
}

/** The same record with other ids: another event. */
export function withNewIds(record: DynamoDBRecord): DynamoDBRecord {
  const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g
  return JSON.parse(JSON.stringify(record).replaceAll(uuid, () => randomUUID()))
}

type Items = Map<string, AnyRecord>

async function readItems(database: Database): Promise<Items> {
  const items: Items = new Map()
  for await (const page of scanTable(database)) {
    for (const item of page) items.set(`${item.pk} ${item.sk}`, JSON.parse(JSON.stringify(item)))
  }
  return items
}

function recordsBetween(before: Items, after: Items): DynamoDBRecord[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return keys.flatMap((key) => {
    const [old, current] = [before.get(key), after.get(key)]
    if (isDeepStrictEqual(old, current)) return []
    return {
      eventName: old && current ? 'MODIFY' : current ? 'INSERT' : 'REMOVE',
      dynamodb: {
        SequenceNumber: randomUUID(),
        ...(old && { OldImage: marshall(old) }),
        ...(current && { NewImage: marshall(current) }),
      },
    } as DynamoDBRecord
  })
}
