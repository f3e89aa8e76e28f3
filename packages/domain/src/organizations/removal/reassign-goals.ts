import { recordGoalEvent } from '../../background/changes/record-events.ts'
import { editEvent } from '../../events/goal-events.ts'
import { editGoal } from '../../goals/history/edit-goal.ts'
import { noFilters } from '../../goals/list/goal-filters.ts'
import { queryRows } from '../../goals/list/goal-index.ts'
import { type GoalState, readGoal } from '../../goals/record/read-goal.ts'
import { writeGoal } from '../../goals/record/write-goal.ts'
import { relationsOfEdit, relationsToFollow } from '../../goals/tree/following/relation-change.ts'
import { callerOfSession } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { pagesOf } from '../../storage/database/query-records.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import type { MemberRemovalRecord } from '../../storage/table/entities/due/member-removal.ts'
import { goalEditEntity } from '../../storage/table/entities/goals/goal-edit.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { longId } from '../../storage/table/short-id.ts'
import { memberCheck } from '../context/membership-check.ts'
import { currentReceiver } from './receiver.ts'

/** Rows that are read from each partition of the index at once. */
const rowsAtOnce = 50

export type Reassigned = {
  /** `returned`: the user is a member again and keeps what is left. `stopped`: the time is up. */
  end: 'all' | 'returned' | 'stopped'
  /** Goals that were given away. */
  count: number
}

/**
 * Gives away the goals that a removed member owns, one after the other: other requests hardly notice it, and a goal that somebody
 * reports on at the same moment is read again. Each goal is one transaction with an edit in its history, on condition that its
 * owner is no member and its new owner is one.
 *
 * The index that lists the goals may be behind, so one pass may miss some: `finish-removal.ts` repeats it.
 *
 * @param isOver  Whether the time is up.
 */
export async function reassignGoals(
  database: Database,
  removal: MemberRemovalRecord,
  now: Date,
  isOver: () => boolean,
): Promise<Reassigned> {
  const organizationId = longId(removal.organizationKey)
  const filters = { ...noFilters, owners: [removal.userId] }
  let count = 0
  let receiver = await currentReceiver(database, removal)
  const pages = pagesOf(({ cursor }) =>
    queryRows(database, organizationId, filters, { cursor, limit: rowsAtOnce }),
  )
  for await (const rows of pages) {
    for (const { goalId } of rows) {
      let result = await reassign()
      // Somebody has removed the receiver.
      while (result === 'receiver') {
        receiver = await currentReceiver(database, removal)
        result = await reassign()
      }
      if (result === 'returned') return { end: 'returned', count }
      if (result === 'given') count++

      function reassign(): Promise<Outcome> {
        return giveAway(database, { organizationId, goalId }, removal, receiver, now)
      }
      if (isOver()) return { end: 'stopped', count }
    }
  }
  return { end: 'all', count }
}

/** `receiver`, `returned`: the goal is as it was, because the receiver is no member, or the owner is one again. */
type Outcome = 'given' | 'others' | 'receiver' | 'returned'

async function giveAway(
  database: Database,
  { organizationId, goalId }: { organizationId: string; goalId: string },
  { userId, removedByUserId }: MemberRemovalRecord,
  receiver: string | undefined,
  now: Date,
): Promise<Outcome> {
  const by = callerOfSession(removedByUserId, organizationId)
  return retryOnLostRace<Outcome>(database, async () => {
    const current = await readGoal(database, organizationId, goalId)
    if (current?.row.ownerUserId !== userId) return 'others'
    // Nobody reviews their own goal.
    const isReviewer = receiver !== undefined && current.row.reviewerUserId === receiver
    const row = { ...current.row, ownerUserId: receiver, ...(isReviewer && { reviewerUserId: undefined }) }
    const edited: GoalState = { ...current, row }
    const fields = {
      ownerUserId: { from: userId, to: receiver ?? null },
      ...(isReviewer && { reviewerUserId: { from: receiver, to: null } }),
    }
    const { goal, record } = editGoal(current, edited, fields, by, now)
    // Its words do not change, so nothing follows in the background.
    const services = { database, now, runInBackground: () => undefined }
    const failed = await writeGoal(services, goal, current, {
      history: { Put: goalEditEntity.create(record) },
      change: recordGoalEvent(
        database,
        organizationId,
        editEvent(record, goal.row.title),
        relationsToFollow(relationsOfEdit(record), goal.row),
      ),
      former: {
        ConditionCheck: membershipEntity
          .delete({ userKey: keyOf(userId), organizationId })
          .where(({ role }, { notExists }) => notExists(role)),
      },
      receiver:
        receiver === undefined ? undefined : memberCheck({ userKey: keyOf(receiver), organizationId }),
    })
    if (failed.includes('former')) return 'returned'
    if (failed.includes('receiver')) return 'receiver'
    return failed.length > 0 ? lostRace : 'given'
  })
}
