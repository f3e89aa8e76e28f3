/**
 * Changes that have failed ten times for a reason that is not transient are put aside, whole, so that everything else goes on:
 * on one machine from the queue of changes, on AWS from the table's stream. `takeUpParkedChanges` does what follows from them, after
 * the cause was corrected. Their events then come at the end of the feed.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { timestampOf } from '../../requests/context.ts'
import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { pagesOf, queryRecords } from '../../storage/database/query-records.ts'
import { transact } from '../../storage/database/transaction.ts'
import { type ChangeRecord, changeEntity, parkedChanges } from '../../storage/table/entities/events/change.ts'
import { keyOfRecord } from '../../storage/table/entity.ts'
import { isTransient } from '../transient.ts'
import { type Change, createChangeHandler } from './handle-changes.ts'
import { changeOf } from './handle-queue.ts'

/** The failed attempt that parks a change. */
export const maximumChangeAttempts = 10

/** Whether a change that has failed so often is parked. */
export function isParkedAfter(attempts: number, error: unknown): boolean {
  return attempts >= maximumChangeAttempts && !isTransient(error)
}

/** Moves a change out of the queue. Does nothing if another process was faster. */
export async function parkChange(
  database: Database,
  change: ChangeRecord,
  error: unknown,
  now: Date,
): Promise<void> {
  const parked = { ...change, ...parkedChanges, ...reasonOf(error, now) }
  await transact(database, {
    waiting: { Delete: changeEntity.remove(change) },
    parked: { Put: changeEntity.put(parked) },
  })
}

export type StreamRecord = {
  /** Different from those of all other records of the stream. */
  id: string
  /** Empty if the record does not say. */
  organizationId: string
  /** As Lambda has given it. */
  record: object
}

/** Stores a record of the stream. Safe to repeat. */
export async function parkStreamRecord(
  { client, tableName }: Database,
  { id, organizationId, record }: StreamRecord,
  error: unknown,
  now: Date,
): Promise<void> {
  const parked: ChangeRecord = {
    ...parkedChanges,
    changeId: id,
    content: { organizationId, events: [] },
    streamRecord: gzipSync(JSON.stringify(record)),
    ...reasonOf(error, now),
  }
  await client.send(new PutCommand(changeEntity.put(parked).params({ table: tableName })))
}

/** Only the first line: later ones may repeat what somebody wrote. */
function reasonOf(error: unknown, now: Date): Pick<ChangeRecord, 'failure' | 'parkedAt'> {
  const [failure = ''] = String(error).split('\n')
  return { failure: failure.slice(0, maximumReasonLength), parkedAt: timestampOf(now) }
}

const maximumReasonLength = 300

/** Yields the parked changes, in the order of their ids. Strongly consistent. */
export async function* listParkedChanges(database: Database): AsyncGenerator<ChangeRecord> {
  const pages = pagesOf(({ cursor }) =>
    queryRecords(database, changeEntity, 'record', parkedChanges, { consistent: true, cursor }),
  )
  for await (const page of pages) yield* page
}

export type TakenUp = {
  /** How many changes are done. They are not parked any more. */
  done: number
  failures: { changeId: string; error: unknown }[]
}

/**
 * Does what follows from the parked changes, each by itself. One that fails remains parked. Safe to repeat at any time.
 *
 * @param options.organizationId  Only those of this organization. Default: all.
 * @param options.isDryRun  Only counts them.
 * @param readStreamRecord  Returns what follows from a record of the stream (`functions/goal-changes`); undefined if nothing does.
 * @throws if they cannot be listed.
 */
export async function takeUpParkedChanges(
  database: Database,
  readStreamRecord: (database: Database, record: object) => Promise<Change | undefined>,
  now: Date,
  { organizationId, isDryRun = false }: { organizationId?: string | undefined; isDryRun?: boolean } = {},
): Promise<TakenUp> {
  const handle = createChangeHandler()
  const result: TakenUp = { done: 0, failures: [] }
  for await (const parked of listParkedChanges(database)) {
    if (organizationId !== undefined && parked.content.organizationId !== organizationId) continue
    if (isDryRun) {
      result.done++
      continue
    }
    try {
      const { streamRecord } = parked
      const change =
        streamRecord === undefined
          ? changeOf(parked)
          : await readStreamRecord(database, JSON.parse(gunzipSync(streamRecord).toString()))
      const { failures } = await handle(database, change ? [change] : [], now)
      if (failures[0]) throw failures[0].error
      await removeParked(database, [parked])
      result.done++
    } catch (error) {
      result.failures.push({ changeId: parked.changeId, error })
    }
  }
  return result
}

/** Removes the parked changes of an organization that was deleted. Returns how many there were. */
export async function removeParkedChangesOf(database: Database, organizationId: string): Promise<number> {
  const found: ChangeRecord[] = []
  for await (const parked of listParkedChanges(database)) {
    if (parked.content.organizationId === organizationId) found.push(parked)
  }
  await removeParked(database, found)
  return found.length
}

function removeParked(database: Database, changes: readonly ChangeRecord[]): Promise<void> {
  return writeBatches(
    database,
    changes.map((change) => ({ DeleteRequest: { Key: keyOfRecord(changeEntity, change) } })),
  )
}
