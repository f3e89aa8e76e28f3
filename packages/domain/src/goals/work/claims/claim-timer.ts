/**
 * Tells people that a claim has expired. The timer is set behind the answer of the claim, at the time at which the lease ends unless it is
 * renewed. Renewals do not write it: when it is due, it is set again if the claim is still current.
 *
 *   claimed ─▶ timer ─▶ due ──┬─ still current ──▶ timer, at the end of the lease
 *                             ├─ ended, or reported since ──▶ delete the timer
 *                             └─ expired ──▶ tell the owner of the goal, and whose program it was ──▶ delete the timer
 */

import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb'
import type { InboxKind } from '@cairn/contract/goals/inbox-kinds'
import type { DueHandler } from '../../../background/due/sweep-records.ts'
import { deliver } from '../../../inbox/deliver.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { claimTimerEntity } from '../../../storage/table/entities/due/claim-timer.ts'
import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalClaimRecord,
  goalClaimEntity,
} from '../../../storage/table/entities/goals/work/goal-work.ts'
import { putRecord } from '../../../storage/table/entity.ts'
import { longId, namedId } from '../../../storage/table/short-id.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { hasExpired, isCurrent } from '../work.ts'

/** Sets the timer of a goal's claim to a time in Unix milliseconds, unless the goal is gone. Safe to repeat, also when another claim has followed. */
export async function setClaimTimer(
  database: Database,
  goal: { organizationId: string; goalId: string },
  dueAt: number,
): Promise<void> {
  const key = goalKeyOf(goal)
  if (!(await readGoalRow(database, goal.organizationId, goal.goalId))) return
  const timer = putRecord(claimTimerEntity, { ...key, ...timerOf(key.goalKey, dueAt) })
  await database.client.send(new PutCommand(timer.params({ table: database.tableName }) as PutCommandInput))
}

export const runClaimTimer: DueHandler<'claimAlarm', { database: Database }> = async (
  { database },
  { organizationKey, goalKey },
  now,
) => {
  const key = { organizationKey, goalKey }
  const organizationId = longId(organizationKey)
  const [timer, claim, row] = await Promise.all([
    readRecord(database, claimTimerEntity, key),
    readRecord(database, goalClaimEntity, key),
    readGoalRow(database, organizationId, longId(goalKey)),
  ])
  if (timer?.timer !== 'on' || timer.dueAt > now.getTime()) return
  if (row && isCurrent(claim, now)) {
    const later = { ...key, ...timerOf(goalKey, claim.endsAt) }
    // If it fails, somebody has claimed the goal meanwhile, and the timer is set by that.
    await transact(database, {
      timer: {
        Put: claimTimerEntity.put(later).where(({ dueAt }, { eq }) => eq(dueAt, timer.dueAt)),
      },
    })
    return
  }
  if (row && claim && hasExpired(claim, lastReportOf(row), now)) await tell(database, row, claim, now)
  await transact(database, {
    timer: {
      Delete: claimTimerEntity.remove(key).where(({ dueAt }, { eq }) => eq(dueAt, timer.dueAt)),
    },
  })
}

function lastReportOf({ lastReport }: GoalRow): { createdAt: string } | undefined {
  return lastReport ?? undefined
}

/** Puts the expiry into the inboxes of the owner of the goal, and of the person in whose name it was claimed. */
async function tell(
  database: Database,
  { organizationId, goalId, ownerUserId }: GoalRow,
  { fence, endsAt, content }: GoalClaimRecord,
  now: Date,
): Promise<void> {
  if (!content) return
  const { displayName, ...actor } = content.holder
  const people = new Map<string, InboxKind>([[content.userId, 'claim_expired']])
  if (ownerUserId !== undefined) people.set(ownerUserId, 'claim_expired')
  await deliver(
    database,
    {
      organizationId,
      goalId,
      // The same for each sweep that finds it.
      event: { id: namedId(goalId, `claim ${fence} expired`), createdAt: timestampOf(new Date(endsAt)) },
      actor,
      ...(actor.kind !== 'user' && { actorName: displayName }),
      ref: { fence },
      people,
    },
    now,
  )
}
