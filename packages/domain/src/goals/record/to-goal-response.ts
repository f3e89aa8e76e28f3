import { noUsage } from '@cairn/contract/goals/usage'
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { shownFields } from '../../storage/table/entities/goals/row-fields.ts'
import { type Labels, labelsByName } from '../labels/read-goal-labels.ts'
import type { Relations } from '../tree/reading/relations.ts'
import { toClaimResponse, toHandoffResponse } from '../work/work.ts'
import type { GoalState } from './read-goal.ts'
import { attentionOf, nextReportDueAt, progressOf } from './summarize.ts'

/**
 * A whole goal as clients see it. Nested objects are rebuilt, because the table returns their fields in any order.
 *
 * @param now  The time of the request, which decides about `attention`.
 */
export function toGoalResponse(
  { row, text, standing }: GoalState,
  labels: Labels,
  relations: Relations,
  now: Date,
): Goal {
  return {
    ...toCommonFields(row, labels, relations, now),
    handoff: toHandoffResponse(relations.work.handoff),
    detailedDescription: text.detailedDescription,
    criteria: text.criteria.map(({ id, title, description }) => {
      const verdict = standing.verdicts[id]
      const confirmation = standing.confirmations?.[id]
      return {
        id,
        title,
        description,
        verdict: verdict
          ? {
              result: verdict.result,
              asOf: verdict.asOf,
              revision: verdict.revision,
              authorityUserId: verdict.authorityUserId,
            }
          : null,
        confirmedBy: confirmation ? { userId: confirmation.userId, at: confirmation.at } : null,
      }
    }),
    measures: text.measures.map(({ id, title, unit, start, target }) => {
      const current = standing.values[id]
      return {
        id,
        title,
        unit,
        start,
        target,
        current: current ? { value: current.value, asOf: current.asOf, revision: current.revision } : null,
        progress: progressOf({ start, target }, current),
      }
    }),
  }
}

/** A goal without its texts, as light lists show it. */
export function toGoalSummaryResponse(
  row: GoalRow,
  labels: Labels,
  relations: Relations,
  now: Date,
): GoalSummary {
  const { counts, lastReport } = row
  return {
    ...toCommonFields(row, labels, relations, now),
    criteriaCount: counts.criteria,
    criteriaMetCount: counts.met,
    criteriaConfirmedCount: counts.confirmed,
    measuresCount: counts.measures,
    recentHealth: row.recentHealth,
    lastReport: lastReport
      ? {
          revision: lastReport.revision,
          summary: lastReport.summary,
          createdAt: lastReport.createdAt,
          authorityUserId: lastReport.authorityUserId,
        }
      : null,
  }
}

function toCommonFields(row: GoalRow, labels: Labels, relations: Relations, now: Date) {
  const { labelIds, parentGoalId: _parent, blockedByGoalIds: _blockers, ...edited } = shownFields(row)
  const { parentGoalId, ancestors, blockedBy, ready, notReady, rollup, work } = relations
  return {
    id: row.goalId,
    organizationId: row.organizationId,
    ...edited,
    parentGoalId,
    ancestors,
    blockedBy,
    ready,
    ...(notReady.length > 0 && { notReady }),
    rollup,
    status: row.status,
    health: row.health ?? null,
    currentEvaluation: row.currentEvaluation ?? null,
    labels: labelsByName(labels, labelIds),
    claim: toClaimResponse(work.claim, now),
    used: row.used ?? noUsage,
    progress: row.progress ?? null,
    nextReportDueAt: nextReportDueAt(row),
    attention: attentionOf(row, work, now),
    revision: row.revision,
    version: row.version,
    historyHash: row.historyHash,
    createdAt: row.createdAt,
    createdByUserId: row.createdByUserId,
    updatedAt: row.updatedAt,
    updatedByUserId: row.updatedByUserId,
  }
}
