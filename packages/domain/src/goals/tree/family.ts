/** The records beside a goal about its place among others. */
import { readDirectory } from '../../goal-labels/label-directory.ts'
import type { Context } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalNeighborsRecord,
  type GoalTreeRecord,
  goalNeighborsEntity,
  goalTreeEntity,
} from '../../storage/table/entities/goals/goal-tree.ts'

export type Family = { tree: GoalTreeRecord | null; neighbors: GoalNeighborsRecord | null }

export const noFamily: Family = { tree: null, neighbors: null }

type GoalId = { organizationId: string; goalId: string }

async function readStored(database: Database, goal: GoalId): Promise<Family> {
  const key = goalKeyOf(goal)
  const [tree, neighbors] = await Promise.all([
    readRecord(database, goalTreeEntity, key),
    readRecord(database, goalNeighborsEntity, key),
  ])
  return { tree, neighbors }
}

type Reads = Pick<Context, 'database' | 'changes'>

/**
 * Reads what is stored beside a goal in parallel with its row, if its organization is known to have goals that belong together. Otherwise
 * it takes another round trip, the first time. The returned function returns it for that row. Without a stream, what follows from earlier
 * changes has happened then.
 */
export async function readFamily(
  { database, changes }: Reads,
  goal: GoalId,
): Promise<(row: GoalRow) => Promise<Family>> {
  const isKnown = knownOrganizations(database).has(goal.organizationId)
  const [family, isNeeded] = await Promise.all([
    isKnown ? readStored(database, goal) : noFamily,
    hasRelations(database, goal.organizationId),
  ])
  return async (row) => {
    if (!isNeeded || (isKnown && !(changes && isRelated(row, family)))) return family
    await settle(changes, goal.organizationId)
    return readStored(database, goal)
  }
}

function isRelated({ parentGoalId, blockedByGoalIds }: GoalRow, { tree, neighbors }: Family): boolean {
  return parentGoalId !== undefined || blockedByGoalIds.length > 0 || tree !== null || neighbors !== null
}

/** Waits for what follows from earlier changes. Copies that are late are better than no answer. */
export async function settle(changes: Context['changes'], organizationId: string): Promise<void> {
  await changes?.settled(organizationId).catch(() => undefined)
}

/** The organizations of a table that this process knows to have such goals. They always will. */
const knownIn = new WeakMap<Database['client'], Set<string>>()
const maximumKnown = 10_000

function knownOrganizations({ client }: Pick<Database, 'client'>): Set<string> {
  const known = knownIn.get(client) ?? new Set()
  knownIn.set(client, known)
  if (known.size >= maximumKnown) known.clear()
  return known
}

/**
 * Returns whether any goal of an organization has, or had, a parent or a blocker. Costs nothing beside a read of the labels, which is of
 * the same record.
 */
export async function hasRelations(database: Database, organizationId: string): Promise<boolean> {
  const known = knownOrganizations(database)
  if (known.has(organizationId)) return true
  const directory = await readDirectory(database, organizationId)
  if (directory?.hasRelations) known.add(organizationId)
  return directory?.hasRelations ?? false
}

export type Families = ReadonlyMap<string, Family>

/**
 * Reads what is stored beside the goals of a list, after their rows: one more round trip in an organization whose goals belong together,
 * none in others.
 *
 * @param related  Whether the organization has such goals: read in parallel with the rows.
 */
export async function readFamilies(
  { database, changes }: Reads,
  rows: readonly GoalRow[],
  related: boolean,
): Promise<Families> {
  const [first] = rows
  if (!related || !first) return new Map()
  await settle(changes, first.organizationId)
  const families = await Promise.all(
    rows.map(async (row) => [row.goalId, await readStored(database, row)] as const),
  )
  return new Map(families)
}
