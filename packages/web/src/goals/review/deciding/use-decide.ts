import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import { useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { api } from '../../../data/api/client.ts'
import { isApiError } from '../../../data/api/failures/failures.ts'
import { goalQuery, reloadGoals } from '../../data/queries.ts'

type Edit = OperationRequest<typeof operations.updateGoal>['body']

/** Returns a function that sends an edit which the reviewer of a goal may make, and shows what became of the goal. */
export function useDecide(goalId: string): (edit: Edit) => Promise<void> {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  return async (edit) => {
    try {
      const answer = await api.updateGoal({ params: { goalId }, body: edit })
      queryClient.setQueryData(goalQuery(organization.id, goalId).queryKey, answer)
    } catch (error) {
      // The page then shows what somebody else has changed, or that the person is no longer the reviewer.
      if (isApiError(error, 'goal_version_conflict') || isApiError(error, 'permission_denied'))
        void reloadGoals(queryClient, organization.id)
      throw error
    }
    void reloadGoals(queryClient, organization.id)
  }
}
