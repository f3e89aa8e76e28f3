import { queryOptions } from '@tanstack/react-query'
import { listGoalSummaries } from '../data/goal-summaries.ts'
import { goalsKey } from '../data/queries.ts'
import { countedGoals, findLabelUse } from './label-use.ts'

/** The goals that use a label. Never cached, because deleting a label depends on it. */
export function labelUseQuery(organizationId: string, labelId: string) {
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'label', labelId],
    staleTime: 0,
    queryFn: () => findLabelUse((cursor) => listGoalSummaries({ labelId }, { limit: countedGoals, cursor })),
  })
}
