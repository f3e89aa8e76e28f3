import type { GoalUsed } from '../schemas/goals/goal-work.ts'

/** The sums of no report. */
export const noUsage: GoalUsed = { inputTokens: 0, outputTokens: 0, seconds: 0, costMicros: 0, reports: 0 }

/** Sums by day are kept this long. The sums of a goal stay. */
export const usageRetentionDays = 2 * 366

/** Days that one request for sums may span. */
export const maximumUsageDays = 366

/** Sums of a day, a goal and an actor that one request reads at most. */
export const maximumUsageRecords = 20_000
