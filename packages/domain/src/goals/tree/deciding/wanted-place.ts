/** The parent and the blockers that a goal gets, as its caller may set them. */
import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumBlockers } from '@cairn/contract/goals/relation-limits'
import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { type GoalAuthority, goalAuthority, maySee } from '../../rules/authority.ts'
import type { Family } from '../reading/family.ts'
import { limitAround } from '../reading/sight.ts'
import { parentConflict } from './conflicts.ts'
import type { Walker } from './walk.ts'

/** The place that a request gives a goal. Absent: as it is. */
export type WrittenPlace = {
  parentGoalId?: string | null | undefined
  blockedByGoalIds?: string[] | undefined
}

/** A goal to which a request gives a place. */
export type Placed = {
  access: Access
  goalId: string
  /** The goal before the write, and what is stored beside it; undefined for a new one. */
  before: { row: GoalRow; family: Family } | undefined
  written: WrittenPlace
}

/** Whether a request says anything about a goal's place. */
export function isPlaced({ parentGoalId, blockedByGoalIds }: WrittenPlace): boolean {
  return parentGoalId !== undefined || blockedByGoalIds !== undefined
}

/** A goal's place before the write. */
export type Before = Pick<GoalRow, 'parentGoalId' | 'blockedByGoalIds'>

/** Reads the goals that a request names, and those whose place they take. Returns which of them exist and are within sight. */
export async function readNamed(
  database: Database,
  { access, written }: Placed,
  before: Before,
  walker: Walker,
): Promise<(goalId: string) => Promise<'seen' | 'unseen' | 'gone'>> {
  const { parentGoalId, blockedByGoalIds } = written
  const goalIds = new Set([
    ...(parentGoalId === undefined ? [] : [parentGoalId, before.parentGoalId]),
    ...(blockedByGoalIds === undefined ? [] : [...blockedByGoalIds, ...before.blockedByGoalIds]),
  ])
  const named = [...goalIds].filter((goalId) => goalId != null)
  const [role, limit] = await Promise.all([
    access.role,
    limitAround(database, access, named),
    ...named.map((goalId) => walker.read(goalId)),
  ])
  const authority: GoalAuthority = goalAuthority({ ...access, goalIds: limit }, role)
  return async (goalId) => {
    const node = await walker.read(goalId)
    if (!node) return 'gone'
    return maySee(authority, node.row) ? 'seen' : 'unseen'
  }
}

type See = Awaited<ReturnType<typeof readNamed>>

/** The parent after the write. One that the caller does not see stays. */
export async function parentAfter(
  { goalId, written }: Placed,
  before: Before,
  see: See,
): Promise<string | undefined> {
  const { parentGoalId: wanted } = written
  const current = before.parentGoalId
  if (wanted === undefined) return current
  if (wanted !== null && (wanted === goalId || (await see(wanted)) !== 'seen')) {
    throw new ServiceError('invalid_goal_parent', 'The parent must be another goal that you can see.')
  }
  if (wanted === current || current === undefined || (await see(current)) !== 'unseen')
    return wanted ?? undefined
  if (wanted === null) return current
  throw parentConflict('The goal is below one that you cannot see, so you cannot move it.')
}

/** The blockers after the write: those that the caller does not see stay. The same array if they are the same. */
export async function blockersAfter(
  { goalId, written }: Placed,
  before: Before,
  see: See,
): Promise<string[]> {
  const { blockedByGoalIds: wanted } = written
  const current = before.blockedByGoalIds
  if (wanted === undefined) return current
  for (const id of wanted) {
    if (id !== goalId && (await see(id)) === 'seen') continue
    throw new ServiceError('invalid_goal_blockers', 'A goal can only wait for other goals that you can see.')
  }
  const known = await Promise.all(current.map(async (id) => ({ id, sight: await see(id) })))
  const seen = known.filter(({ sight }) => sight === 'seen').map(({ id }) => id)
  if (wanted.length === seen.length && wanted.every((id) => seen.includes(id))) return current
  const unseen = known.filter(({ sight }) => sight === 'unseen').map(({ id }) => id)
  const after = [...wanted, ...unseen].toSorted()
  if (after.length <= maximumBlockers) return after
  throw new ServiceError(
    'invalid_goal_blockers',
    `A goal waits for at most ${maximumBlockers} goals, with those that you cannot see.`,
  )
}
