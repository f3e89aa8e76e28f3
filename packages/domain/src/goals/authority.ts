/** Who may see and who may change a goal (contract, "Goals"). */
import { ServiceError } from '@cairn/contract/errors'
import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import type { Access } from '../access.ts'

type Owner = { ownerUserId?: string | null | undefined }

/** A goal's row, or a whole goal. */
type Owned = Owner | { row: Owner }

function isOwnedBy(userId: string, goal: Owned): boolean {
  return ('row' in goal ? goal.row : goal).ownerUserId === userId
}

/** What a credential may do with goals that its user does not own. */
export type GoalAuthority = { userId: string; seesAll: boolean; writesAll: boolean }

/** Members may change their own goals; owners and admins may change all. Scopes limit a token further. */
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

function maySee(authority: GoalAuthority, goal: Owned): boolean {
  return authority.seesAll || isOwnedBy(authority.userId, goal)
}

function mayWrite(authority: GoalAuthority, goal: Owned): boolean {
  return authority.writesAll || isOwnedBy(authority.userId, goal)
}

/**
 * Whether the caller may read the goal's history. A token that may write a goal need not have a scope to read it.
 */
export function mayReadHistory(access: Pick<Access, 'scopes' | 'userId'>, goal: Owned): boolean {
  const { scopes, userId } = access
  if (scopes === 'session' || scopes.has('goals:read:all')) return true
  return scopes.has('goals:read') && isOwnedBy(userId, goal)
}

export function goalNotFound(): ServiceError {
  return new ServiceError('goal_not_found', 'The goal does not exist, or you are not allowed to see it.')
}

/**
 * Returns the goal if it is visible.
 * @throws `goal_not_found` if it is not.
 */
export function requireVisible<G extends Owned>(authority: GoalAuthority, goal: G | null): G {
  if (goal && maySee(authority, goal)) return goal
  throw goalNotFound()
}

/**
 * Returns the goal if the caller may change it.
 * @throws `permission_denied` if the caller may only see it, and `goal_not_found` if it does not exist or is not
 *   visible.
 */
export function requireWritable<G extends Owned>(authority: GoalAuthority, goal: G | null): G {
  if (goal && mayWrite(authority, goal)) return goal
  requireVisible(authority, goal)
  throw new ServiceError('permission_denied', 'You are not allowed to change this goal.')
}

/** @throws `goal_owner_forbidden` if the caller assigns a goal to somebody else and may not change all goals. */
export function requireMayAssignTo(authority: GoalAuthority, ownerUserId: string | null | undefined): void {
  if (ownerUserId == null || ownerUserId === authority.userId || authority.writesAll) return
  throw new ServiceError(
    'goal_owner_forbidden',
    'Only callers who may change all goals can assign a goal to somebody else.',
  )
}
