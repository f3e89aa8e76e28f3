import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useSession } from '../../accounts/session/session.ts'
import { isOpen } from '../data/is-open.ts'

/** Whether the person may ask somebody for a report on a goal. Only hides a button: the service checks every request. */
export function useMayAsk(): (goal: Pick<Goal, 'ownerUserId' | 'status'>) => boolean {
  const { user } = useSession()
  return (goal) => isOpen(goal) && goal.ownerUserId !== null && goal.ownerUserId !== user.id
}
