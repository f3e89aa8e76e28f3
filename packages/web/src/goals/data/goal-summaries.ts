import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { api } from '../../data/api/client.ts'

type GoalListQuery = NonNullable<Parameters<typeof api.listGoals>[0]>['query']
/** The filters of a goal list as the service takes them. All must match. */
export type GoalFilters = Omit<NonNullable<GoalListQuery>, 'view' | 'limit' | 'cursor'>
type PageOfGoals = { limit?: number; cursor?: string | undefined }

/** A page of goals without their texts. */
export async function listGoalSummaries(filters: GoalFilters, page: PageOfGoals = {}) {
  const { goals, nextCursor } = await api.listGoals({ query: { ...filters, ...page, view: 'summary' } })
  return { goals: goals.filter(isSummary), nextCursor }
}

/** The type of the response allows whole goals, too. */
function isSummary(goal: Goal | GoalSummary): goal is GoalSummary {
  return 'criteriaCount' in goal
}
