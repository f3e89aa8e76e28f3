import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { wholeGoalListQuery } from '../../data/queries.ts'

/** As many as a goal can have below it, in pages of 100. */
const pagesOfSubGoals = 5
const pagesOfWaiting = 1

export const subGoalsQuery = (organizationId: string, goalId: string) =>
  wholeGoalListQuery(organizationId, { parentGoalId: goalId }, pagesOfSubGoals)

/** The goals that wait for a goal. Nothing on the goal itself says that there are some. */
export const waitingGoalsQuery = (organizationId: string, goalId: string) =>
  wholeGoalListQuery(organizationId, { blockerGoalId: goalId }, pagesOfWaiting)

/** The goals directly below a goal, as far as they are loaded. A goal without a roll-up has none, unless one was just added. */
export function useSubGoals(goal: Pick<Goal, 'id' | 'rollup'>) {
  const organization = useActiveOrganization()
  return useQuery({ ...subGoalsQuery(organization.id, goal.id), enabled: goal.rollup !== null })
}
