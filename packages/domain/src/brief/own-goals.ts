import { rankGoals } from '@cairn/contract/goals/rank-goals'
import type { BriefGoal } from '@cairn/contract/schemas/feed/brief'
import type { Access } from '../access.ts'
import type { Database } from '../database/client.ts'
import { readLabelDirectory } from '../goals/labels/read-goal-labels.ts'
import { queryActiveRowsOf } from '../goals/list/goal-index.ts'
import { readRows } from '../goals/list/read-rows.ts'
import { attentionOf, nextReportDueAt } from '../goals/record/summarize.ts'
import { toGoalSummaryResponse } from '../goals/record/to-goal-response.ts'
import type { GoalRow } from '../table/entities/goals/goal-row.ts'

/**
 * Reads the caller's active goals, in one round trip. `present` returns the most pressing ones; it reads labels by key if the
 * organization's directory lacks them.
 */
export async function readOwnGoals(
  database: Database,
  access: Pick<Access, 'organizationId' | 'userId' | 'goalIds'>,
  now: Date,
) {
  const [labelsOf, { rows, isWhole }] = await Promise.all([
    readLabelDirectory(database, access.organizationId),
    readActiveRows(database, access),
  ])
  const ranked = rankGoals(
    rows.map((row) => ({
      row,
      id: row.goalId,
      attention: attentionOf(row, now),
      timeframe: row.timeframe,
      nextReportDueAt: nextReportDueAt(row),
      lastReport: row.lastReport ?? null,
      createdAt: row.createdAt,
    })),
  )
  return {
    count: rows.length,
    isWhole,
    present: async (limit: number): Promise<Omit<BriefGoal, 'owner'>[]> => {
      const pressing = ranked.slice(0, limit).map(({ row }) => row)
      const labels = await labelsOf(pressing.flatMap(({ labelIds }) => labelIds))
      return pressing.map((row) => {
        const summary = toGoalSummaryResponse(row, labels, now)
        return { ...summary, labels: summary.labels.map(({ id, name, color }) => ({ id, name, color })) }
      })
    },
  }
}

/** The rows of the caller's active goals: by key if it is limited to some goals. */
async function readActiveRows(
  database: Database,
  { organizationId, userId, goalIds }: Pick<Access, 'organizationId' | 'userId' | 'goalIds'>,
): Promise<{ rows: GoalRow[]; isWhole: boolean }> {
  if (!goalIds) return queryActiveRowsOf(database, organizationId, userId)
  const rows = await readRows(database, organizationId, goalIds)
  const isOwnAndActive = ({ ownerUserId, status }: GoalRow) => ownerUserId === userId && status === 'active'
  return { rows: rows.filter(isOwnAndActive), isWhole: true }
}
