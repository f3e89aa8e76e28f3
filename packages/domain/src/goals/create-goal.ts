import { randomUUID } from 'node:crypto'
import { timestampOf } from '../context.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { goalReportEntity } from '../table/entities/goals/goal-report.ts'
import type { GoalRow } from '../table/entities/goals/goal-row.ts'
import { noStanding } from '../table/entities/goals/goal-standing.ts'
import { goalAuthority, requireMayAssignTo } from './authority.ts'
import { invalidGoalOwner, isPossibleOwner } from './goal-owner.ts'
import { reportRecord } from './history/entries.ts'
import { missingLabels } from './labels/label-counts.ts'
import { invalidGoalLabels, readLabels, requireLabels } from './labels/read-goal-labels.ts'
import { summarize } from './record/summarize.ts'
import { toGoalResponse } from './record/to-goal-response.ts'
import { writeGoal } from './record/write-goal.ts'
import { noTexts, writeTexts } from './record/write-texts.ts'
import { defaultTitle } from './rules.ts'

/** Publishes an active goal at revision 1 and version 1. */
export const createGoal: Implementation<'createGoal'> = async ({ database, now }, access, { body }) => {
  const { organizationId, userId } = access
  const { detailedDescription, timeframe, labelIds = [] } = body
  const ownerUserId = body.ownerUserId === undefined ? userId : body.ownerUserId
  const title = body.title ?? defaultTitle(detailedDescription)
  const text = writeTexts(noTexts, title, body)

  const [role, labels, possibleOwner] = await Promise.all([
    access.role,
    readLabels(database, organizationId, labelIds),
    isPossibleOwner(database, access, ownerUserId),
  ])
  requireMayAssignTo(goalAuthority(access, role), ownerUserId)
  if (!possibleOwner) throw invalidGoalOwner()
  requireLabels(labels, labelIds)

  const goalId = randomUUID()
  const createdAt = timestampOf(now)
  const published = reportRecord({
    id: randomUUID(),
    organizationId,
    goalId,
    revision: 1,
    goalVersion: 1,
    version: 1,
    status: 'active',
    health: null,
    evaluation: null,
    summary: 'Goal published',
    details: 'Goal published',
    verdicts: [],
    measurements: [],
    evidence: [],
    authorityUserId: userId,
    actor: access.actor,
    authentication: access.authentication,
    clientInfo: null,
    // Not stored as a used key: every key is available to the reports of the goal.
    idempotencyKey: 'goal-published',
    createdAt,
    previousHash: null,
  })
  const row: GoalRow = {
    organizationId,
    goalId,
    title,
    status: 'active',
    timeframe,
    ownerUserId: ownerUserId ?? undefined,
    labelIds,
    cadence: body.cadence?.everyDays,
    ...summarize(text, noStanding),
    revision: 1,
    version: 1,
    textVersion: 1,
    standingVersion: 1,
    historyHash: published.content.hash,
    createdAt,
    createdByUserId: userId,
    updatedAt: createdAt,
    updatedByUserId: userId,
  }
  const goal = { row, text, standing: noStanding }
  const failed = await transact(database, {
    ...writeGoal(database, goal, undefined),
    history: { Put: goalReportEntity(database).create(published).params() },
  })
  if (failed.length > 0) throw invalidGoalLabels(missingLabels(failed))
  return { goal: toGoalResponse(goal, labels, now) }
}
