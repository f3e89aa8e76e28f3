/**
 * Puts a goal below another one, and lets it wait for others. Everything that decides is a condition of the goal's own transaction:
 *
 *   read the goals above, those named, and the organization's counter of edges ─▶ check ─▶ write, if all of it is still so
 *
 * - Goals are counted by level in the records of all goals above them (`goalTree`), so trees keep their depth and parents their 500,
 *   whatever moves at the same time.
 * - A goal waits for its sub-goals and its blockers. A change that could close a circle walks along all that wait for the goal, and
 *   requires the counter of edges that it has read (`goalEdges`), so that two such changes follow each other.
 */
import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumAncestors, maximumBlockers, maximumChildren } from '@cairn/contract/goals/relation-limits'
import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  goalDependentEntity,
  goalEdgesEntity,
  goalNeighborsEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { putRecord, type TransactionItem } from '../../../storage/table/entity.ts'
import { hasTrait, traitItem } from '../../record/traits.ts'
import { type GoalAuthority, goalAuthority, maySee } from '../../rules/authority.ts'
import { ancestorCopyOf, blockerCopyOf, neighborsRecord } from '../following/neighbors.ts'
import { type Family, noFamily } from '../reading/family.ts'
import { limitAround } from '../reading/sight.ts'
import { heightOf, moveItems } from './move-items.ts'
import { createWalker, maximumReads, type Node, TooMany, type Walker, waitersOf } from './walk.ts'

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

export type Placement = {
  /** The fields that the goal's row gets. Absent: as it is. */
  written: WrittenPlace
  /** The records beside the goal after the write. */
  family: Family
  /** Returns the writes that belong to the goal's transaction, by name. */
  items(after: GoalRow): Record<string, TransactionItem>
  /** Returns those that may be committed before it. */
  early(after: GoalRow): Record<string, TransactionItem>
  /** Those that also follow behind the answer. */
  derived: Record<string, TransactionItem>
}

/** Whether a request says anything about a goal's place. */
export function isPlaced({ parentGoalId, blockedByGoalIds }: WrittenPlace): boolean {
  return parentGoalId !== undefined || blockedByGoalIds !== undefined
}

/**
 * Checks the place that a request gives a goal.
 *
 * @throws `invalid_goal_parent` or `invalid_goal_blockers` for goals that the caller cannot see; `goal_parent_conflict` or
 *   `goal_blocker_conflict` for a place that no goal can have; what `access.role` rejects with.
 */
export async function placeGoal(database: Database, placed: Placed): Promise<Placement> {
  const walker = createWalker(database, placed.access.organizationId)
  try {
    return await place(database, placed, walker)
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
    const message = `This would connect too many goals to check: at most ${maximumReads.toLocaleString('en')}.`
    throw placed.written.blockedByGoalIds ? blockerConflict(message) : parentConflict(message)
  }
}

type Before = Pick<GoalRow, 'parentGoalId' | 'blockedByGoalIds'>
const nowhere: Before = { blockedByGoalIds: [] }

async function place(database: Database, placed: Placed, walker: Walker): Promise<Placement> {
  const { access, goalId, before: stored, written } = placed
  const { organizationId } = access
  const key = goalKeyOf({ organizationId, goalId })
  const before: Before = stored?.row ?? nowhere
  // In one round trip, and the counter before the walk that it guards.
  const [edges, isRelated, own, see] = await Promise.all([
    readRecord(database, goalEdgesEntity, { organizationKey: key.organizationKey }),
    hasTrait(database, organizationId, 'hasRelations'),
    stored ? walker.read(goalId) : null,
    readNamed(database, placed, before, walker),
  ])
  const tree = own?.tree ?? null
  const parentGoalId = await parentAfter(placed, before, see)
  const blockedByGoalIds = await blockersAfter(placed, before, see)
  const isMoved = parentGoalId !== before.parentGoalId
  const added = blockedByGoalIds.filter((id) => !before.blockedByGoalIds.includes(id))
  const isChanged = isMoved || blockedByGoalIds !== before.blockedByGoalIds

  const [above, formerlyAbove] = await Promise.all([
    isChanged ? walker.above(parentGoalId) : [],
    isMoved ? walker.above(before.parentGoalId) : [],
  ])
  if (isMoved) requireRoom(goalId, above, heightOf(tree))
  // Nothing waits for a new goal but the goals above it, and it makes these wait for its blockers.
  const couldClose =
    (isMoved && parentGoalId !== undefined && (stored !== undefined || blockedByGoalIds.length > 0)) ||
    (added.length > 0 && stored !== undefined)
  if (couldClose) {
    await requireNoCircle(walker, { goalId, parentGoalId, blockedByGoalIds }, { above, added, isMoved })
  }

  const blockers = isChanged ? await Promise.all(blockedByGoalIds.map((id) => walker.read(id))) : []
  const neighbors = isChanged
    ? neighborsRecord(
        { organizationId, goalId },
        {
          ancestors: above.map(({ row }) => ancestorCopyOf(row)).toReversed(),
          blockers: blockers.flatMap((node) => (node ? [blockerCopyOf(node.row)] : [])),
        },
      )
    : (stored?.family.neighbors ?? null)
  const isFirst = !isRelated && (isMoved || added.length > 0)
  return {
    written: {
      ...(isMoved && { parentGoalId: parentGoalId ?? null }),
      ...(written.blockedByGoalIds && { blockedByGoalIds }),
    },
    family: { ...(stored?.family ?? noFamily), neighbors },
    items: (after) => ({
      ...(couldClose && { edges: edgesItem(key.organizationKey, edges?.changes) }),
      ...(isFirst && { related: traitItem(organizationId, 'hasRelations') }),
      ...(isMoved && moveItems({ key, before, tree, above, formerlyAbove }, after)),
    }),
    derived: isChanged && neighbors ? { neighbors: { Put: putRecord(goalNeighborsEntity, neighbors) } } : {},
    early: (after) =>
      Object.fromEntries(
        added.map((id) => [
          `waits:${id}`,
          dependentItem(goalKeyOf({ organizationId, goalId: id }), key.goalKey, after.version),
        ]),
      ),
  }
}

/** Reads the goals that a request names, and those whose place they take. Returns which of them exist and are within sight. */
async function readNamed(
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
async function parentAfter(
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
async function blockersAfter({ goalId, written }: Placed, before: Before, see: See): Promise<string[]> {
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

/** @throws `goal_parent_conflict` unless there is room for a goal, and for what is below it, below these goals. */
function requireRoom(goalId: string, above: readonly Node[], height: number): void {
  if (above.some(({ row }) => row.goalId === goalId)) {
    throw parentConflict('A goal cannot be below one of its own sub-goals.')
  }
  if (above.length + height > maximumAncestors) {
    throw parentConflict(`A tree has at most ${maximumAncestors + 1} levels.`)
  }
  if ((above[0]?.tree?.below1 ?? 0) >= maximumChildren) {
    throw parentConflict(`A goal has at most ${maximumChildren} sub-goals.`)
  }
}

type Change = { above: readonly Node[]; added: readonly string[]; isMoved: boolean }

/** @throws `goal_parent_conflict` or `goal_blocker_conflict` if goals would wait for each other, or one for what is below it. */
async function requireNoCircle(
  walker: Walker,
  waiter: Parameters<typeof waitersOf>[1],
  { above, added, isMoved }: Change,
): Promise<void> {
  const { goalId, blockedByGoalIds } = waiter
  const [waiters, isBelow] = await Promise.all([
    waitersOf(walker, waiter),
    Promise.all(added.map((id) => isBelowGoal(walker, id, goalId))),
  ])
  if (isBelow.includes(true)) {
    throw blockerConflict('A goal waits for its sub-goals already. It cannot also name one as a blocker.')
  }
  if (added.some((id) => waiters.has(id)) || (!isMoved && waiters.has(goalId))) {
    throw blockerConflict('These goals would wait for each other, so none of them could ever be ready.')
  }
  if (waiters.has(goalId) || blockedByGoalIds.some((id) => waiters.has(id))) {
    throw parentConflict('The goal would wait for one above it, so neither could ever be ready.')
  }
  if (!isMoved) return
  const awaited = above.flatMap(({ row }) => row.blockedByGoalIds)
  const moved = await Promise.all(
    awaited.map(async (id) => id === goalId || (await isBelowGoal(walker, id, goalId))),
  )
  if (moved.includes(true)) {
    throw parentConflict(
      'A goal above names this one, or one below it, as a blocker. Remove that blocker first.',
    )
  }
}

async function isBelowGoal(walker: Walker, goalId: string, ancestorGoalId: string): Promise<boolean> {
  const node = await walker.read(goalId)
  const above = await walker.above(node?.row.parentGoalId)
  return above.some(({ row }) => row.goalId === ancestorGoalId)
}

/** Counts a change of edges that could close a circle, and requires that there was none in between. */
function edgesItem(organizationKey: string, changes: number | undefined): TransactionItem {
  return {
    Update: goalEdgesEntity
      .update({ organizationKey })
      .add({ changes: 1 })
      .where((stored, { eq, notExists }) =>
        changes === undefined ? notExists(stored.changes) : eq(stored.changes, changes),
      ),
  }
}

/** Lets a goal know who waits for it. A later version may have written it already. */
function dependentItem(
  blocker: ReturnType<typeof goalKeyOf>,
  dependentKey: string,
  version: number,
): TransactionItem {
  return {
    Update: goalDependentEntity
      .update({ ...blocker, dependentKey })
      .set({ version })
      .where(
        (stored, { lte, notExists }) => `${notExists(stored.version)} OR ${lte(stored.version, version)}`,
      ),
  }
}

function parentConflict(message: string): ServiceError {
  return new ServiceError('goal_parent_conflict', message)
}

function blockerConflict(message: string): ServiceError {
  return new ServiceError('goal_blocker_conflict', message)
}
