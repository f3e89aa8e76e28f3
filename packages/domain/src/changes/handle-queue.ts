import type { Database } from '../database/client.ts'
import { cleanUpDeletedGoal } from '../goals/cleanup/clean-up-deleted-goal.ts'
import type { ChangeRecord } from '../table/entities/events/change.ts'
import type { Change, HandleChanges } from './handle-changes.ts'
import { readChanges, removeChanges } from './queue.ts'

/** Changes that are handled at once. A busy organization's share pages. */
const batchSize = 200

export type HandleQueueOptions = {
  handle: HandleChanges
  now: () => Date
  /** Is told which organizations have new events. */
  onEvents: (organizationIds: string[]) => void
  onCleanUp: (goal: { organizationId: string; goalId: string }) => void
  /** Ends it after the current batch. */
  isStopping: () => boolean
}

/**
 * Handles all changes that wait, for a table without a stream. Each is removed when it is done; a failure leaves it for the next
 * time. Several processes may do this at once: then events may be appended twice.
 *
 * @throws what prevents a change from being handled.
 */
export async function handleQueue(
  database: Database,
  { handle, now, onEvents, onCleanUp, isStopping }: HandleQueueOptions,
): Promise<void> {
  let records: ChangeRecord[]
  do {
    records = await readChanges(database, batchSize)
    if (records.length === 0) return
    const { done, organizationIds, error } = await handle(database, records.map(changeOf), now())
    if (organizationIds.length > 0) onEvents(organizationIds)
    const handled = records.slice(0, done)
    for (const { content } of handled) {
      const { organizationId, deletedGoalId: goalId } = content
      if (goalId !== undefined) onCleanUp({ organizationId, goalId })
    }
    await removeChanges(database, handled)
    if (done < records.length) throw error
  } while (records.length === batchSize && !isStopping())
}

function changeOf({ content }: ChangeRecord): Change {
  const { organizationId, events, deletedGoalId: goalId } = content
  return {
    organizationId,
    events,
    work:
      goalId === undefined
        ? undefined
        : (database) => cleanUpDeletedGoal(database, { organizationId, goalId }),
  }
}
