import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'

/** Own views are the owner's; shared ones are changed by their owner and by administrators. The service decides. */
export function useViewAuthority({ ownerUserId }: Pick<GoalView, 'ownerUserId'>) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const isOwner = ownerUserId === user.id
  return { isOwner, canChange: isOwner || canAdminister }
}
