/** Work on goals on open pages: claims, questions and used amounts. */
import type { QueryClient } from '@tanstack/react-query'
import { goalQuery, goalsKey } from '../../goals/data/queries.ts'
import { workKey } from '../../goals/work/work-queries.ts'
import type { Plan } from './plan.ts'
import { goalsIn, reloadHeld } from './related.ts'

type Organization = { queryClient: QueryClient; organizationId: string }

/** Lists with these filters may have other goals once work begins or ends. */
const filtersOfWork = ['attention', 'ready']

/** Loads again what shows the work on the goals. No version names these changes, so nothing can be merged. */
export function reloadWorked(
  organization: Organization,
  { worked, goals }: Pick<Plan, 'worked' | 'goals'>,
): void {
  const { queryClient, organizationId } = organization
  const reload = (...rest: unknown[]) =>
    void queryClient.invalidateQueries({ queryKey: workKey(organizationId, ...rest) })
  if (goals.size > 0) reload('usage')
  if (worked.size === 0) return
  reload('claims')
  reload('open questions')
  for (const goalId of worked) {
    reload('questions', goalId)
    reload('confirmations', goalId)
    // Loaded again with its new version anyway.
    if (!goals.has(goalId)) reloadHeld(organization, goalQuery(organizationId, goalId).queryKey)
  }
  void queryClient.invalidateQueries({
    queryKey: goalsKey(organizationId),
    predicate: ({ queryKey, state }) => {
      const [, , , view, filters] = queryKey
      if (view !== 'pages' && view !== 'whole' && view !== 'counts') return false
      return (
        hasFilterOfWork(filters) || goalsIn(state.data).some(({ id }) => id !== undefined && worked.has(id))
      )
    },
  })
}

const hasFilterOfWork = (filters: unknown): boolean =>
  typeof filters === 'object' && filters !== null && filtersOfWork.some((name) => name in filters)
