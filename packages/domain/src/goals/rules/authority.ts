/** Rules of who may see and who may change a goal (contract, "Goals"). */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { Access } from '../../requests/access.ts'

type GoalPart = { goalId: string; ownerUserId?: string | null | undefined }

/** A goal's row, or a whole goal. */
type AnyGoal = GoalPart | { row: GoalPart }

function rowOf(goal: AnyGoal): GoalPart {
  return 'row' in goal ? goal.row : goal
}

/** A credential's rights on goals that its user does not own, and the only goals that exist for it. */
export type GoalAuthority = Pick<Access, 'userId' | 'goalIds'> & { seesAll: boolean; writesAll: boolean }

/**
 * Members may change their own goals; owners and admins may change all. Scopes limit a token further, and so do the goals
 * that it is for.
 */
export function goalAuthority(
  access: Pick<Access, 'scopes' | 'userId' | 'goalIds'>,
  role: OrganizationRole,
): GoalAuthority {
  const { scopes, userId, goalIds } = access
  const administers = role !== 'member'
  if (scopes === 'session') return { userId, goalIds, seesAll: true, writesAll: administers }
  return {
    userId,
    goalIds,
    seesAll: scopes.has('goals:read:all'),
    writesAll: scopes.has('goals:write:all') && administers,
  }
}

/** Whether the goal exists for a credential that may be limited to some goals. */
export function isWithinLimit({ goalIds }: Pick<Access, 'goalIds'>, goalId: string): boolean {
  return goalIds === null || goalIds.has(goalId)
}

function isOwnGoal({ userId }: Pick<Access, 'userId'>, goal: AnyGoal): boolean {
  return rowOf(goal).ownerUserId === userId
}

export function maySee(authority: GoalAuthority, goal: AnyGoal): boolean {
  return isWithinLimit(authority, rowOf(goal).goalId) && (authority.seesAll || isOwnGoal(authority, goal))
}

/** Whether the caller may change a goal that it sees. */
export function mayWrite(authority: GoalAuthority, goal: AnyGoal): boolean {
  return isWithinLimit(authority, rowOf(goal).goalId) && (authority.writesAll || isOwnGoal(authority, goal))
}

/**
 * Whether the caller may read the goal's history. A token that may write a goal need not have a scope to read it.
 */
export function mayReadHistory(
  access: Pick<Access, 'scopes' | 'userId' | 'goalIds'>,
  goal: AnyGoal,
): boolean {
  const { scopes } = access
  if (!isWithinLimit(access, rowOf(goal).goalId)) return false
  if (scopes === 'session' || scopes.has('goals:read:all')) return true
  return scopes.has('goals:read') && isOwnGoal(access, goal)
}

/**
 * Returns the caller's role, unless it is a token that is limited to some goals: what it wants to change is none of them, or
 * shows in others too.
 * @throws `permission_denied`, and what `access.role` rejects with.
 */
export async function requireUnlimited(access: Pick<Access, 'role' | 'goalIds'>): Promise<OrganizationRole> {
  const role = await access.role
  if (access.goalIds === null) return role
  throw new ServiceError(
    'permission_denied',
    'This token is limited to some goals, and can change only those.',
  )
}

export function goalNotFound(): ServiceError {
  return new ServiceError('goal_not_found', 'The goal does not exist, or you are not allowed to see it.')
}

/**
 * Returns the goal if it is visible.
 * @throws `goal_not_found` if it is not.
 */
export function requireVisible<G extends AnyGoal>(authority: GoalAuthority, goal: G | null): G {
  if (goal && maySee(authority, goal)) return goal
  throw goalNotFound()
}

/**
 * Returns the goal if it is visible, or the caller may change it: changes answer with the whole goal.
 * @throws `goal_not_found` otherwise.
 */
export function requireKnown<G extends AnyGoal>(authority: GoalAuthority, goal: G | null): G {
  return goal && mayWrite(authority, goal) ? goal : requireVisible(authority, goal)
}

/**
 * Returns the goal if the caller may change it.
 * @throws `permission_denied` if the caller may only see it, and `goal_not_found` if it does not exist or is not
 *   visible.
 */
export function requireWritable<G extends AnyGoal>(authority: GoalAuthority, goal: G | null): G {
  if (goal && mayWrite(authority, goal)) return goal
  requireVisible(authority, goal)
  throw new ServiceError('permission_denied', 'You are not allowed to change this goal.')
}

/** @throws `budget_requires_session` for a program: only people change budgets. */
export function requirePerson({ scopes }: Pick<Access, 'scopes'>): void {
  if (scopes === 'session') return
  throw new ServiceError('budget_requires_session', 'Only a person can change the budget, in the web app.')
}

/** @throws `goal_owner_forbidden` if the caller assigns a goal to somebody else and may not change all goals. */
export function requireMayAssignTo(authority: GoalAuthority, ownerUserId: string | null | undefined): void {
  if (ownerUserId == null || ownerUserId === authority.userId || authority.writesAll) return
  throw new ServiceError(
    'goal_owner_forbidden',
    'Only callers who may change all goals can assign a goal to somebody else.',
  )
}
