import type { Database } from '../database/client.ts'
import { cleanUpDeletedGoal } from '../goals/cleanup/clean-up-deleted-goal.ts'
import { type ChangeRecord, changeEntity } from '../table/entities/events/change.ts'
import { deleteRecord } from '../table/entity/writes.ts'
import type { Change, HandleChanges } from './handle-changes.ts'
import { readChanges, removeChanges } from './queue.ts'

/** Changes that are handled at once. A busy organization's share pages. */
const batchSize = 200
/** A batch that takes longer fails, and is tried again: whoever waits for it gets an answer. */
const defaultBatchMilliseconds = 10_000

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
}

/**
 * Handles all changes that wait, for a table without a stream. Each is removed when it is done; a failure leaves it for the next
 * time. Several processes may do this at once: then events may be appended twice.
 *
 * @throws what prevents a change from being handled.
 */
export async function handleQueue(
  database: Database,
  {
    handle,
    now,
    onEvents,
    onCleanUp,
    isStopping,
    batchMilliseconds = defaultBatchMilliseconds,
  }: HandleQueueOptions,
): Promise<void> {
  let records: ChangeRecord[]
  do {
    records = await readChanges(database, batchSize)
    if (records.length === 0) return
    const limited = { ...database, deadline: Date.now() + batchMilliseconds }
    const changes = records.map((record) => changeOf(database, record))
    const { done, organizationIds, error } = await handle(limited, changes, now())
    if (organizationIds.length > 0) onEvents(organizationIds)
    // The others were removed together with the append.
    const worked = records.slice(0, done).filter(({ content }) => content.deletedGoalId !== undefined)
    for (const { content } of worked) {
      const { organizationId, deletedGoalId: goalId = '' } = content
      onCleanUp({ organizationId, goalId })
    }
    await removeChanges(database, worked)
    if (done < records.length) throw error
  } while (records.length === batchSize && !isStopping())
}

function changeOf(database: Database, record: ChangeRecord): Change {
  const { organizationId, events, deletedGoalId: goalId } = record.content
  if (goalId === undefined) {
    return { organizationId, events, remove: deleteRecord(database, changeEntity, record) }
  }
  const work: Change['work'] = (limited) => cleanUpDeletedGoal(limited, { organizationId, goalId })
  return { organizationId, events, work }
}
