/** Who sees and who writes a goal (contract, "Goals"). */
import { ServiceError } from '@cairn/contract/errors'
import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import type { Access } from '../access.ts'

type Owned = { ownerUserId?: string | null | undefined }

/** What a credential may do with the goals of its organization, apart from those that its user owns. */
export type GoalAuthority = { userId: string; seesAll: boolean; writesAll: boolean }

/** A session or token whose role is known. Members write their own goals, owners and admins all. */
export function goalAuthority(
  access: Pick<Access, 'scopes' | 'userId'>,
  role: OrganizationRole,
): GoalAuthority {
  const { scopes, userId } = access
  const administers = role !== 'member'
  if (scopes === 'session') return { userId, seesAll: true, writesAll: administers }
  return {
    userId,
    seesAll: scopes.has('goals:read:all'),
    writesAll: scopes.has('goals:write:all') && administers,
  }
}

/** Whether a read may show the goal. */
export function maySee(authority: GoalAuthority, goal: Owned): boolean {
  return authority.seesAll || goal.ownerUserId === authority.userId
}

function mayWrite(authority: GoalAuthority, goal: Owned): boolean {
  return authority.writesAll || goal.ownerUserId === authority.userId
}

export function goalNotFound(): ServiceError {
  return new ServiceError('goal_not_found', 'There is no such goal.')
}

/** Answers the goal where it exists and is visible; throws `goal_not_found` elsewise. */
export function requireVisible<G extends Owned>(authority: GoalAuthority, goal: G | null): G {
  if (goal && maySee(authority, goal)) return goal
  throw goalNotFound()
}

/**
 * Answers the goal where it may be written. Throws `permission_denied` where it can only be seen, and
 * `goal_not_found` where it is not there or cannot even be seen.
 */
export function requireWritable<G extends Owned>(authority: GoalAuthority, goal: G | null): G {
  if (goal && mayWrite(authority, goal)) return goal
  requireVisible(authority, goal)
  throw new ServiceError('permission_denied', 'You may not change this goal.')
}

/** Giving a goal to somebody else needs the right to write all. */
export function requireMayGiveTo(authority: GoalAuthority, ownerUserId: string | null | undefined): void {
  if (ownerUserId == null || ownerUserId === authority.userId || authority.writesAll) return
  throw new ServiceError(
    'goal_owner_forbidden',
    'Only those who may write all goals may give one to somebody else.',
  )
}
