/** The records beside a goal about its place among others. */
import type { Context } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalNeighborsRecord,
  type GoalTreeRecord,
  goalNeighborsEntity,
  goalTreeEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { goalHandoffEntity } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { hasTrait, isKnownTo } from '../../record/traits.ts'
import { type GoalWork, noWork, type OrganizationWork, readGoalWork } from '../../work/work.ts'

type Relatives = { tree: GoalTreeRecord | null; neighbors: GoalNeighborsRecord | null }
export type Family = Relatives & { work: GoalWork }

const noRelatives: Relatives = { tree: null, neighbors: null }
export const noFamily: Family = { ...noRelatives, work: noWork }

type GoalId = { organizationId: string; goalId: string }

async function readStored(database: Database, goal: GoalId): Promise<Relatives> {
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
  const isKnown = isKnownTo(database, goal.organizationId, 'hasRelations')
  const [relatives, isNeeded, work] = await Promise.all([
    isKnown ? readStored(database, goal) : noRelatives,
    hasTrait(database, goal.organizationId, 'hasRelations'),
    readGoalWork(database, goal),
  ])
  return async (row) => {
    if (!isNeeded || (isKnown && !(changes && isRelated(row, relatives)))) return { ...relatives, work }
    await settle(changes, goal.organizationId)
    return { ...(await readStored(database, goal)), work }
  }
}

function isRelated({ parentGoalId, blockedByGoalIds }: GoalRow, { tree, neighbors }: Relatives): boolean {
  return parentGoalId !== undefined || blockedByGoalIds.length > 0 || tree !== null || neighbors !== null
}

/** Waits for what follows from earlier changes. Copies that are late are better than no answer. */
export async function settle(changes: Context['changes'], organizationId: string): Promise<void> {
  await changes?.settled(organizationId).catch(() => undefined)
}

export type Families = ReadonlyMap<string, Family>

type ListReads = Reads & {
  /** Whether the organization has goals that belong together: read in parallel with the rows. */
  related: boolean
  work: OrganizationWork
  /** Whether whole goals are shown. */
  handoffs: boolean
}

/**
 * Reads what is stored beside the goals of a list, after their rows: one more round trip in an organization whose goals belong together,
 * none in others, but for hand-offs.
 */
export async function readFamilies(
  { database, changes, related, work, handoffs }: ListReads,
  rows: readonly GoalRow[],
): Promise<Families> {
  const [first] = rows
  if (!first) return new Map()
  if (related) await settle(changes, first.organizationId)
  const areHandedOff = handoffs && isKnownTo(database, first.organizationId, 'hasWork')
  const families = await Promise.all(
    rows.map(async (row) => {
      const [relatives, handoff] = await Promise.all([
        related ? readStored(database, row) : noRelatives,
        areHandedOff ? readRecord(database, goalHandoffEntity, goalKeyOf(row)) : null,
      ])
      return [row.goalId, { ...relatives, work: { ...(work.get(row.goalId) ?? noWork), handoff } }] as const
    }),
  )
  return new Map(families)
}
