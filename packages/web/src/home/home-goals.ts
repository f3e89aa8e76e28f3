import { useQuery } from '@tanstack/react-query'
import { latestGoalsQuery, wholeGoalListQuery } from '../goals/queries.ts'
import { useActiveOrganization, useSession } from '../session/session.ts'
import { byAttention, latestOf, shownLatest } from './sort-goals.ts'

/**
 * With more active goals, their list takes at least three calls, and the latest changes are nearly always among them: the
 * page does not ask for those of other goals.
 */
const maximumGoalsBesideLatest = 200

/** The active goals of the organization: one list that all parts of the page share. */
export function useActiveGoals() {
  const organization = useActiveOrganization()
  return useQuery(wholeGoalListQuery(organization.id, { status: 'active' }))
}

/** The person's active goals, most urgent first. */
export function useMyGoals() {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const active = useActiveGoals()
  // Goals of the person could be missing from a list that is too long.
  const mine = useQuery({
    ...wholeGoalListQuery(organization.id, { status: 'active', ownerUserId: 'me' }),
    enabled: active.data?.isComplete === false,
  })
  const { data, error, refetch } = active.data?.isComplete === false ? mine : active
  return {
    error,
    refetch,
    goals: data && byAttention(data.goals.filter(({ ownerUserId }) => ownerUserId === user.id)),
  }
}

/** The goals that changed last, active or not. */
export function useLatestGoals() {
  const organization = useActiveOrganization()
  const active = useActiveGoals()
  const isLong = active.data && active.data.goals.length > maximumGoalsBesideLatest
  const others = useQuery({
    ...latestGoalsQuery(organization.id, { status: 'paused,completed,archived' }, shownLatest),
    enabled: isLong === false,
  })
  const goals = isLong
    ? active.data.goals
    : active.data && others.data && [...active.data.goals, ...others.data.goals]
  return {
    goals: goals && latestOf(goals),
    error: active.error ?? others.error,
    refetch: active.error ? active.refetch : others.refetch,
  }
}
