import type { GoalUsed } from '../schemas/goals/goal-work.ts'

/** What nothing has used. */
export const noUsage: GoalUsed = { inputTokens: 0, outputTokens: 0, seconds: 0, costMicros: 0, reports: 0 }
