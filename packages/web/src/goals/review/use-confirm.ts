import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { toast } from '../../ui/toast.ts'
import { reloadGoals } from '../data/queries.ts'
import { byReport } from './reviewable.ts'
import { texts } from './texts.ts'

/** Confirms criteria of a goal, and acknowledges the reports that judged them: one request for each of these. */
export function useConfirm(goalId: string) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (criteria: Goal['criteria']) => {
      for (const [revision, confirmedCriterionIds] of byReport(criteria)) {
        const params = { goalId, revision: String(revision) }
        await api.acknowledgeGoalUpdate({ params, body: { confirmedCriterionIds } })
      }
      return criteria.length
    },
    onSuccess: (count) => toast.success(texts.confirmed(count)),
    // Also after a failure: some reports may be confirmed, or somebody has reported since.
    onSettled: () => reloadGoals(queryClient, organization.id),
  })
}
