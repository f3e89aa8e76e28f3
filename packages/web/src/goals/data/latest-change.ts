import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'

export type LatestChange = { kind: 'published' | 'reported' | 'edited'; at: string }

/** The latest change of a goal. A report changes it at the time of the report. */
export function latestChangeOf({
  version,
  updatedAt,
  lastReport,
}: Pick<GoalSummary, 'version' | 'updatedAt' | 'lastReport'>): LatestChange {
  if (version === 1) return { kind: 'published', at: updatedAt }
  return { kind: lastReport?.createdAt === updatedAt ? 'reported' : 'edited', at: updatedAt }
}
