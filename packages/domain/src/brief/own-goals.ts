import { rankGoals } from '@cairn/contract/goals/rank-goals'
import type { BriefGoal } from '@cairn/contract/schemas/feed/brief'
import type { Access } from '../access.ts'
import type { Database } from '../database/client.ts'
import { readLabelDirectory } from '../goals/labels/read-goal-labels.ts'
import { queryActiveRowsOf } from '../goals/list/goal-index.ts'
import { attentionOf, nextReportDueAt } from '../goals/record/summarize.ts'
import { toGoalSummaryResponse } from '../goals/record/to-goal-response.ts'

/**
 * Reads the caller's active goals, in one round trip. `present` returns the most pressing ones; it reads labels by key if the
 * organization's directory lacks them.
 */
export async function readOwnGoals(
  database: Database,
  { organizationId, userId }: Pick<Access, 'organizationId' | 'userId'>,
  now: Date,
) {
  const [labelsOf, { rows, isWhole }] = await Promise.all([
    readLabelDirectory(database, organizationId),
    queryActiveRowsOf(database, organizationId, userId),
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
