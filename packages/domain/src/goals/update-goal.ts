import { timestampOf } from '../context.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { type GoalRecord, goalEntity } from '../table/entities/goal.ts'
import { replaceRecord } from '../table/put-record.ts'
import { goalAuthority, requireMayAssignTo, requireWritable } from './authority.ts'
import { invalidGoalOwner, isPossibleOwner } from './goal-owner.ts'
import { labelChanges, missingLabels } from './labels/label-changes.ts'
import {
  invalidGoalLabels,
  readLabelDirectory,
  readLabels,
  requireLabels,
} from './labels/read-goal-labels.ts'
import { readGoal } from './read-goal.ts'
import { laterOf, ownerKeyOf, requireStorableSize } from './rules.ts'
import { toGoalResponse } from './to-goal-response.ts'

/**
 * Changes a goal, except its status, health, evaluation and revision, which only reports change. Absent fields keep the
 * value that they have at the time of the write: if another write comes first, everything is read and decided again.
 */
export const updateGoal: Implementation<'updateGoal'> = async (
  { database, now },
  access,
  { params, body },
) => {
  const { organizationId, userId } = access
  return retryOnLostRace(database, async () => {
    const [role, stored, labelsOf, possibleOwner] = await Promise.all([
      access.role,
      readGoal(database, organizationId, params.goalId),
      body.labelIds
        ? readLabels(database, organizationId, body.labelIds).then((labels) => async () => labels)
        : readLabelDirectory(database, organizationId),
      isPossibleOwner(database, access, body.ownerUserId),
    ])
    const authority = goalAuthority(access, role)
    const current = requireWritable(authority, stored)
    const ownerChanges = body.ownerUserId !== undefined && body.ownerUserId !== (current.ownerUserId ?? null)
    if (ownerChanges) {
      requireMayAssignTo(authority, body.ownerUserId)
      if (!possibleOwner) throw invalidGoalOwner()
    }
    if (body.labelIds) requireLabels(await labelsOf(body.labelIds), body.labelIds)

    const ownerUserId = ownerChanges ? (body.ownerUserId ?? undefined) : current.ownerUserId
    const goal: GoalRecord = {
      ...current,
      title: body.title ?? current.title,
      detailedDescription: body.detailedDescription ?? current.detailedDescription,
      timeframe: body.timeframe ?? current.timeframe,
      criteria: body.criteria ?? current.criteria,
      labelIds: body.labelIds ?? current.labelIds,
      ownerUserId,
      ownerKey: ownerKeyOf(ownerUserId),
      version: current.version + 1,
      updatedAt: laterOf(timestampOf(now), current.updatedAt),
      updatedByUserId: userId,
    }
    requireStorableSize(goal)
    // Labels that the directory does not contain are read while the goal is written, which saves a fourth round trip.
    const [labels, failed] = await Promise.all([
      labelsOf(goal.labelIds),
      transact(database, {
        goal: replaceRecord(database, goalEntity, goal, current.version),
        ...labelChanges(database, goal, current.labelIds),
      }),
    ])
    if (failed.includes('goal')) return lostRace
    if (failed.length > 0) throw invalidGoalLabels(missingLabels(failed))
    return { goal: toGoalResponse(goal, labels) }
  })
}
