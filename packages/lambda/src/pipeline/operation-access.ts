import type { Operation } from '@cairn/contract/operation'
import type { Access, SessionAccess } from '@cairn/domain/access'
import { requireMovedGoals } from '@cairn/domain/migration/layout'
import type { RequestContext } from '@cairn/domain/request-context'

/** Goals of version 0.1 refuse the operations on goals and labels, and what tells about goals, until they are moved. */
export function accessTo<A extends Access | SessionAccess | undefined>(
  { id, group }: Operation,
  { database }: RequestContext,
  access: A,
): A {
  const concernsGoals = group === 'goals' || group === 'goal-labels' || (group === 'events' && id !== 'getMe')
  return access && concernsGoals ? requireMovedGoals(database, access) : access
}
