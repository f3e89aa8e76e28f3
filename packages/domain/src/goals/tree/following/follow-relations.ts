/**
 * Brings what is derived from a goal's place up to date, behind the answers of those who changed goals: copies of titles and statuses
 * (`goalNeighbors`), facts of sub-goals (`goalChild`) and roll-ups (`goalTree`). Everything is recounted from the goals as they are, so
 * doing it again, later or twice at once ends the same.
 *
 * Each record has a stamp. It is read before what the record is derived from, and the write requires it. So whoever has read older goals
 * does not overwrite what came of newer ones, and tries again.
 */
import { isDeepStrictEqual } from 'node:util'
import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { updateIf } from '../../../storage/database/update-if.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  goalChildEntity,
  goalDependentEntity,
  goalTreeEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { longId, shortId } from '../../../storage/table/short-id.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { readChildren, readDependents } from '../reading/relatives.ts'
import { newStamp } from './neighbors.ts'
import { type GoalId, refreshNeighbors, removeRelatives } from './refresh-neighbors.ts'
import type { RelationChange } from './relation-change.ts'
import { childFactsOf, rollupOf } from './rollup.ts'

/** Goals that are brought up to date at once. Their reads share batches. */
const goalsAtOnce = 50

/**
 * Follows changes of one organization's goals.
 * @throws `unavailable` at the deadline; everything may be repeated.
 */
export async function followRelations(
  database: Database,
  organizationId: string,
  changes: readonly RelationChange[],
): Promise<void> {
  const copies = new Set<string>()
  const children = new Set<string>()
  const parents = new Set<string>()
  for (const change of changes) {
    const { goalId } = change
    if (!change.isDeleted) children.add(goalId)
    if (change.isPlaced) copies.add(goalId)
    if (change.isRenamed)
      for (const id of await readDependents(database, organizationId, goalId)) copies.add(id)
    if (change.isAbove) for (const id of await goalsBelow(database, organizationId, goalId)) copies.add(id)
    for (const id of change.formerParentGoalIds ?? []) parents.add(id)
  }
  await inGroups([...copies], (goalId) => refreshNeighbors(database, { organizationId, goalId }))
  await followUp(database, organizationId, children, parents)
  for (const { goalId, version, formerBlockerGoalIds = [], isDeleted } of changes) {
    await inGroups(formerBlockerGoalIds, (id) =>
      removeDependent(database, { organizationId, goalId: id }, goalId, version),
    )
    if (isDeleted) await removeRelatives(database, { organizationId, goalId })
  }
}

async function inGroups(
  goalIds: readonly string[],
  work: (goalId: string) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < goalIds.length; start += goalsAtOnce) {
    await Promise.all(goalIds.slice(start, start + goalsAtOnce).map(work))
  }
}

async function goalsBelow(database: Database, organizationId: string, goalId: string): Promise<string[]> {
  const found: string[] = []
  let level = [goalId]
  for (let depth = 0; depth < maximumAncestors && level.length > 0; depth++) {
    const next: string[] = []
    await inGroups(level, async (id) => {
      const children = await readChildren(database, organizationId, id)
      next.push(...children.map(({ childKey }) => longId(childKey)))
    })
    found.push(...next)
    level = next
  }
  return found
}

/**
 * Brings facts of sub-goals and roll-ups up to date, level by level up to the top. It also looks above a goal that is up to date: a crash
 * may have come between two levels.
 */
export async function followUp(
  database: Database,
  organizationId: string,
  children: Iterable<string>,
  parents: Iterable<string> = [],
): Promise<void> {
  let level = new Set(children)
  let recounted = new Set(parents)
  for (let depth = 0; depth <= maximumAncestors && level.size + recounted.size > 0; depth++) {
    await inGroups([...level], async (goalId) => {
      const parentGoalId = await refreshChild(database, { organizationId, goalId })
      if (parentGoalId !== undefined) recounted.add(parentGoalId)
    })
    await inGroups([...recounted], (goalId) => recount(database, { organizationId, goalId }))
    level = recounted
    recounted = new Set()
  }
}

/** Copies the facts of a goal to the record below its parent. Returns the parent if that has to be recounted. */
export async function refreshChild(database: Database, goal: GoalId): Promise<string | undefined> {
  const { organizationId } = goal
  return retryOnLostRace<string | undefined>(database, async () => {
    const row = await readGoalRow(database, organizationId, goal.goalId)
    if (row?.parentGoalId === undefined) return undefined
    const { parentGoalId } = row
    const key = { ...goalKeyOf({ organizationId, goalId: parentGoalId }), childKey: shortId(goal.goalId) }
    const stored = await readRecord(database, goalChildEntity, key)
    // It moves at this moment, and whoever moves it follows.
    if (!stored) return parentGoalId
    const [current, tree] = await Promise.all([
      readGoalRow(database, organizationId, goal.goalId),
      readRecord(database, goalTreeEntity, goalKeyOf(goal)),
    ])
    if (current?.parentGoalId !== parentGoalId) return lostRace
    const facts = childFactsOf(current, tree?.rollup)
    // The parent may not have been recounted after the last write.
    if (isDeepStrictEqual(facts, stored.facts)) return parentGoalId
    const update = goalChildEntity
      .patch(key)
      .set({ facts, stamp: newStamp() })
      .where(({ stamp }, { eq }) => eq(stamp, stored.stamp))
    return (await updateIf(database, update)) ? parentGoalId : lostRace
  })
}

/** Counts again what the goals below a goal add up to. Returns whether that has changed. */
export async function recount(database: Database, goal: GoalId): Promise<boolean> {
  const key = goalKeyOf(goal)
  return retryOnLostRace(database, async () => {
    const stored = await readRecord(database, goalTreeEntity, key)
    if (!stored) return false
    const children = await readChildren(database, goal.organizationId, goal.goalId)
    const rollup = rollupOf(children.map(({ facts }) => facts))
    if (isDeepStrictEqual(rollup, stored.rollup)) return false
    const stamped = goalTreeEntity.patch(key).set({ stamp: newStamp(), ...(rollup && { rollup }) })
    const update = (rollup ? stamped : stamped.remove(['rollup'])).where(({ stamp }, { eq, notExists }) =>
      stored.stamp === undefined ? notExists(stamp) : eq(stamp, stored.stamp),
    )
    return (await updateIf(database, update)) ? true : lostRace
  })
}

/** Removes what says that a goal waits for another one, unless a later version lets it wait again. */
async function removeDependent(
  database: Database,
  blocker: GoalId,
  goalId: string,
  version: number,
): Promise<void> {
  const key = { ...goalKeyOf(blocker), dependentKey: shortId(goalId) }
  await transact(database, {
    dependent: {
      Delete: goalDependentEntity
        .delete(key)
        .where(
          (stored, { lt, notExists }) => `${notExists(stored.version)} OR ${lt(stored.version, version)}`,
        ),
    },
  })
}
