import { cleanUpDeletedGoal } from '../../goals/cleanup/clean-up-deleted-goal.ts'
import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { pagesOf, queryRecords } from '../../storage/database/query-records.ts'
import { type ChangeRecord, changeEntity, changeQueue } from '../../storage/table/entities/events/change.ts'
import { keyOfRecord } from '../../storage/table/entity.ts'
import type { Change, HandleChanges } from './handle-changes.ts'

/** Changes that are handled at once. A busy organization's share pages. */
const batchSize = 200
/** A batch that takes longer fails, and is tried again: whoever waits for it gets an answer. */
const defaultBatchMilliseconds = 10_000
/** The same for organizations that have failed before. The others wait for them. */
const suspectMilliseconds = 2_000

export type HandleQueueOptions = {
  handle: HandleChanges
  now: () => Date
  /** Is told which organizations have new events. */
  onEvents: (organizationIds: string[]) => void
  onCleanUp: (goal: { organizationId: string; goalId: string }) => void
  /** Ends it after the current batch. */
  isStopping: () => boolean
  /** How long a batch may take. */
  batchMilliseconds?: number
  /** Organizations whose changes are skipped: they have failed, and are tried again later. */
  skipped?: ReadonlySet<string>
  /** Organizations that have failed before, and are tried after the others. */
  suspects?: ReadonlySet<string>
  /** The id of a change before which there are only changes of organizations that are skipped. */
  from?: string | undefined
}

/** The change from which on an organization's wait, and the reason. */
export type QueueFailure = { change: ChangeRecord; error: unknown }

/**
 * Handles all changes that wait, for a table without a stream. Each is removed when it is done. If an organization's cannot be
 * handled, they are left in their order for the next time, and those of the others are handled. Several processes may do this at
 * once: then events may be appended twice.
 *
 * @returns the organizations that failed, with the change that cannot be handled.
 * @throws if changes cannot be read or removed.
 */
export async function handleQueue(
  database: Database,
  { skipped = new Set(), suspects = new Set(), from, ...options }: HandleQueueOptions,
): Promise<Map<string, QueueFailure>> {
  const failed = new Map<string, QueueFailure>()
  const { batchMilliseconds = defaultBatchMilliseconds } = options
  for (;;) {
    const left = new Set([...skipped, ...failed.keys()])
    const { changes, more } = await readChanges(database, { limit: batchSize, skipped: left, from })
    const [sound, suspect] = splitBy(changes, ({ content }) => suspects.has(content.organizationId))
    await handleBatch(database, sound, { ...options, batchMilliseconds }, failed)
    await handleBatch(database, suspect, { ...options, batchMilliseconds: suspectMilliseconds }, failed)
    if (!more || options.isStopping()) return failed
  }
}

/** Handles changes, removes those that are done, and adds the organizations that failed. */
async function handleBatch(
  database: Database,
  records: readonly ChangeRecord[],
  { handle, now, onEvents, onCleanUp, batchMilliseconds }: HandleQueueOptions & { batchMilliseconds: number },
  failed: Map<string, QueueFailure>,
): Promise<void> {
  if (records.length === 0) return
  const limited = { ...database, deadline: Date.now() + batchMilliseconds }
  const changes = records.map((record) => changeOf(record))
  const { organizationIds, failures } = await handle(limited, changes, now())
  if (organizationIds.length > 0) onEvents(organizationIds)
  const ends = new Map(failures.map(({ organizationId, index }) => [organizationId, index]))
  for (const { organizationId, index, error } of failures) {
    const change = records[index]
    if (change) failed.set(organizationId, { change, error })
  }
  // The others were removed together with the append.
  const worked = records.filter(({ content }, index) => {
    return hasWork(content) && index < (ends.get(content.organizationId) ?? records.length)
  })
  for (const { content } of worked) {
    const { organizationId, deletedGoalId: goalId } = content
    if (goalId !== undefined) onCleanUp({ organizationId, goalId })
  }
  await removeChanges(database, worked)
}

function hasWork({ deletedGoalId, relations }: ChangeRecord['content']): boolean {
  return deletedGoalId !== undefined || relations !== undefined
}

function splitBy<T>(values: readonly T[], isSecond: (value: T) => boolean): [T[], T[]] {
  return [values.filter((value) => !isSecond(value)), values.filter(isSecond)]
}

/** Returns what follows from a change of either queue. It is removed from there with its events. */
export function changeOf(record: ChangeRecord): Change {
  const { organizationId, events, deletedGoalId: goalId, relations, texts } = record.content
  if (!hasWork(record.content)) {
    return { organizationId, events, texts, remove: { Delete: changeEntity.delete(record) } }
  }
  if (goalId === undefined) return { organizationId, events, relations, texts }
  const work: Change['work'] = (limited) => cleanUpDeletedGoal(limited, { organizationId, goalId })
  return { organizationId, events, relations, texts, work }
}

export type ReadChangesOptions = {
  limit: number
  /** Organizations whose changes are left out. */
  skipped?: ReadonlySet<string>
  /** The lowest id to read. */
  from?: string | undefined
}

/** Sort before and after all ids of changes. */
const firstId = '0'
const lastId = '~'

/** Returns the oldest changes that wait, in order, and whether there are more. Strongly consistent. */
export async function readChanges(
  database: Database,
  options: ReadChangesOptions,
): Promise<{ changes: ChangeRecord[]; more: boolean }> {
  const { changes, pages } = await read(database, options, lastId)
  const more = changes.length === options.limit
  const until = changes.at(-1)?.changeId
  if (pages === 1 || until === undefined) return { changes, more }
  // Pages are read one after the other: a change can be committed when its page has been read, and then the goal's next one, which
  // a later page has. Now everything is there that was committed before a change that was found.
  const again = await read(database, options, until)
  return { changes: again.changes, more }
}

async function read(
  database: Database,
  { limit, skipped, from = firstId }: ReadChangesOptions,
  until: string,
): Promise<{ changes: ChangeRecord[]; pages: number }> {
  const between = [{ changeId: from }, { changeId: until }] as const
  const query = pagesOf(({ cursor }) =>
    queryRecords(database, changeEntity, 'record', changeQueue, { between, limit, consistent: true, cursor }),
  )
  const changes: ChangeRecord[] = []
  let pages = 0
  for await (const page of query) {
    pages++
    changes.push(...page.filter(({ content }) => !skipped?.has(content.organizationId)))
    if (changes.length >= limit) break
  }
  return { changes: changes.slice(0, limit), pages }
}

/** Removes changes that were handled. Safe to repeat. */
export async function removeChanges(database: Database, changes: readonly ChangeRecord[]): Promise<void> {
  await writeBatches(
    database,
    changes.map((change) => ({ DeleteRequest: { Key: keyOfRecord(changeEntity, change) } })),
  )
}
