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
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  goalDependentEntity,
  goalEdgesEntity,
  goalNeighborsEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { putRecord, type TransactionItem } from '../../../storage/table/entity.ts'
import { existingGoal } from '../../record/goal-conditions.ts'
import { hasTrait, type Trait } from '../../record/traits.ts'
import type { EarlyWrite } from '../../record/write-goal.ts'
import { ancestorCopyOf, blockerCopyOf, neighborsRecord } from '../following/neighbors.ts'
import { type Family, noFamily } from '../reading/family.ts'
import { requireNoCircle, requireRoom } from './circles.ts'
import { blockerConflict, parentConflict } from './conflicts.ts'
import { heightOf, moveItems } from './move-items.ts'
import { createWalker, maximumReads, TooMany, type Walker } from './walk.ts'
import {
  type Before,
  blockersAfter,
  type Placed,
  parentAfter,
  readNamed,
  type WrittenPlace,
} from './wanted-place.ts'

export type Placement = {
  /** The fields that the goal's row gets. Absent: as it is. */
  written: WrittenPlace
  /** The records beside the goal after the write. */
  family: Family
  /** Returns the writes that belong to the goal's transaction, by name. */
  items(after: GoalRow): Record<string, TransactionItem>
  /** Returns those that may be committed before it. */
  early(after: GoalRow): Record<string, EarlyWrite>
  /** Traits that the organization has from then on. */
  traits: Trait[]
  /** Those that also follow behind the answer. */
  derived: Record<string, TransactionItem>
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
      ...(isMoved && moveItems({ key, before, tree, above, formerlyAbove }, after)),
    }),
    traits: isFirst ? ['hasRelations'] : [],
    derived: isChanged && neighbors ? { neighbors: { Put: putRecord(goalNeighborsEntity, neighbors) } } : {},
    early: (after) =>
      Object.fromEntries(
        added.map((id) => {
          const blocker = goalKeyOf({ organizationId, goalId: id })
          return [
            `waits:${id}`,
            { item: dependentItem(blocker, key.goalKey, after.version), alone: existingGoal(blocker) },
          ]
        }),
      ),
  }
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
