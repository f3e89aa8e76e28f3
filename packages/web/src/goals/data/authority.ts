import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'

/** Whether the person may change a goal. Only hides controls that would fail: the service checks every request. */
export function useMayWrite(goal: Pick<Goal, 'ownerUserId'>): boolean {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  return canAdminister || goal.ownerUserId === user.id
}
