import { randomUUID } from 'node:crypto'
import { timestampOf } from '../context.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { type GoalRecord, goalEntity } from '../table/entities/goal.ts'
import { goalUpdateEntity } from '../table/entities/goal-update.ts'
import { createRecord } from '../table/put-record.ts'
import { goalAuthority, requireMayAssignTo } from './authority.ts'
import { invalidGoalOwner, isPossibleOwner } from './goal-owner.ts'
import { labelChanges, missingLabels } from './labels/label-changes.ts'
import { invalidGoalLabels, readLabels, requireLabels } from './labels/read-goal-labels.ts'
import { defaultTitle, ownerKeyOf, requireStorableSize } from './rules.ts'
import { toGoalResponse } from './to-goal-response.ts'

/** Publishes an active goal at revision 1. */
export const createGoal: Implementation<'createGoal'> = async ({ database, now }, access, { body }) => {
  const { organizationId, userId } = access
  const { detailedDescription, timeframe, labelIds = [], criteria = [] } = body
  const ownerUserId = body.ownerUserId === undefined ? userId : body.ownerUserId
  const title = body.title ?? defaultTitle(detailedDescription)
  requireStorableSize({ title, detailedDescription, criteria })

  const [role, labels, possibleOwner] = await Promise.all([
    access.role,
    readLabels(database, organizationId, labelIds),
    isPossibleOwner(database, access, ownerUserId),
  ])
  requireMayAssignTo(goalAuthority(access, role), ownerUserId)
  if (!possibleOwner) throw invalidGoalOwner()
  requireLabels(labels, labelIds)

  const createdAt = timestampOf(now)
  const goal: GoalRecord = {
    organizationId,
    goalId: randomUUID(),
    title,
    detailedDescription,
    status: 'active',
    timeframe,
    ownerUserId: ownerUserId ?? undefined,
    ownerKey: ownerKeyOf(ownerUserId),
    labelIds,
    criteria,
    revision: 1,
    version: 1,
    createdAt,
    createdByUserId: userId,
    updatedAt: createdAt,
    updatedByUserId: userId,
  }
  const published = {
    organizationId,
    goalId: goal.goalId,
    revision: goal.revision,
    updateId: randomUUID(),
    status: goal.status,
    summary: 'Goal published',
    details: 'Goal published',
    authorityUserId: userId,
    actor: access.actor,
    authentication: access.authentication,
    // Not stored as a used key: every key is available to the reports of the goal.
    idempotencyKey: 'goal-published',
    createdAt,
  }
  const failed = await transact(database, {
    goal: createRecord(database, goalEntity, goal),
    history: createRecord(database, goalUpdateEntity, published),
    ...labelChanges(database, goal, []),
  })
  if (failed.length > 0) throw invalidGoalLabels(missingLabels(failed))
  return { goal: toGoalResponse(goal, labels) }
}
