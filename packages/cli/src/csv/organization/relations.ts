/** The parents and blockers of new goals: other rows, or goals that are there already. */
import type { CairnClient, UpdateGoalRequest } from '@cairn/client'
import { hasStanding } from '../../transfer/imported-goal.ts'
import { creationOrder } from '../../transfer/links/creation-order.ts'
import type { LinkedGoal } from '../../transfer/links/linked-goal.ts'
import { refusalReason } from '../../transfer/refusal.ts'
import type { LinkedRows, RowLink } from '../row-links.ts'
import type { Remark } from '../table/read-row.ts'
import type { ExistingGoal, FindGoal, KnownRow } from './existing-goals.ts'

/** A goal that a row names: another row, or a goal of the organization. */
export type Target = { row: KnownRow } | { goal: ExistingGoal }

export type Relations = { parent: Target | null; blockers: Target[] }

export type RelatedRow = { row: KnownRow; relations: Relations }

export type RelatedRows = {
  /** All rows in an order in which they can be created. */
  rows: RelatedRow[]
  /** Names in new rows that nobody knows. */
  unknown: Remark[]
}

/**
 * Finds the goals that rows name.
 * @param columns  The columns of parents and blockers.
 */
export function relateRows(
  known: readonly KnownRow[],
  links: LinkedRows,
  findGoal: FindGoal,
  columns: { parent: string | null; blockers: string | null },
): RelatedRows {
  const rows = new Map(known.map((row) => [row.goal, row]))
  const unknown: Remark[] = []
  const targetOf = (from: KnownRow, { names, row: planned }: RowLink, column: string | null) => {
    const row = planned && rows.get(planned)
    if (row) return { row }
    const [goal] = names.flatMap((name) => findGoal(name, from.goal.source.product) ?? [])
    if (goal) return { goal }
    if (!from.existing) {
      const message = `No row, and no goal that you can see, is "${names[0]?.slice(0, 60)}" and no other.`
      unknown.push({ line: from.goal.line, column, message })
    }
    return undefined
  }
  const related = known.map((row): RelatedRow => {
    const { parent = null, blockers = [] } = links.get(row.goal) ?? {}
    const relations = {
      parent: (parent && targetOf(row, parent, columns.parent)) ?? null,
      blockers: blockers.flatMap((link) => targetOf(row, link, columns.blockers) ?? []),
    }
    return { row, relations }
  })
  const order = creationOrder(related.map((each) => ({ ...linkedOf(each), each })))
  return { rows: order.map(({ each }) => each), unknown }
}

const linkedOf = ({ row, relations: { parent, blockers } }: RelatedRow): LinkedGoal => ({
  id: row.key,
  title: row.goal.title,
  parentId: parent && 'row' in parent ? parent.row.key : null,
  blockerIds: blockers.flatMap((target) => ('row' in target ? [target.row.key] : [])),
})

export const titleOf = (target: Target): string =>
  'row' in target ? target.row.goal.title : target.goal.title

/** Whether a row waits for one that is created after it. */
export function isUnfinished({ row, relations }: RelatedRow, related: readonly RelatedRow[]): boolean {
  const wanted = new Set(relations.blockers.flatMap((target) => ('row' in target ? [target.row] : [])))
  if (wanted.size === 0) return false
  for (const other of related) {
    if (other.row === row) return wanted.size > 0
    wanted.delete(other.row)
  }
  return false
}

/** The new and old goals of rows, by the keys of the rows. */
export type GoalIds = Map<string, string>

const idOf = (target: Target, ids: GoalIds): string[] => {
  const id = 'row' in target ? ids.get(target.row.key) : target.goal.id
  return id === undefined ? [] : [id]
}

/** Returns the fields with which the goal of a row is created. Blockers that are created later are set later. */
export function relationFields({ parent, blockers }: Relations, ids: GoalIds) {
  const [parentGoalId] = parent ? idOf(parent, ids) : []
  const blockedByGoalIds = [...new Set(blockers.flatMap((target) => idOf(target, ids)))]
  return {
    ...(parentGoalId !== undefined && { parentGoalId }),
    ...(blockedByGoalIds.length > 0 && { blockedByGoalIds }),
  } satisfies UpdateGoalRequest
}

/** Says which goals a row names that were refused, so that it lacks them. */
export function missingRelations(
  { row, relations: { parent, blockers } }: RelatedRow,
  ids: GoalIds,
): Remark[] {
  const remark = (message: string) => ({ line: row.goal.line, column: null, message })
  const isMissing = (target: Target) => idOf(target, ids).length === 0
  return [
    ...(parent && isMissing(parent) ? [remark(`Its parent "${titleOf(parent)}" was not created.`)] : []),
    ...blockers
      .filter(isMissing)
      .map((target) => remark(`It does not wait for "${titleOf(target)}", which was not created.`)),
  ]
}

/**
 * Sets the blockers of a goal that were created after it, unless somebody has changed the goal since.
 * @returns why they were not set; undefined if they are.
 */
export async function setBlockers(
  cairn: CairnClient,
  { row, relations }: RelatedRow,
  goalId: string,
  ids: GoalIds,
): Promise<string | undefined> {
  const { blockedByGoalIds = [] } = relationFields(relations, ids)
  const { goal: current } = await cairn.getGoal({ params: { goalId } })
  const there = new Set(current.blockedBy.map(({ id }) => id))
  if (blockedByGoalIds.every((id) => there.has(id))) return undefined
  const untouched = hasStanding(row.goal.standing) ? 2 : 1
  if (current.version !== untouched) return 'It was changed since: the goals that it waits for were not set.'
  try {
    const body = { blockedByGoalIds, expectedVersion: untouched }
    await cairn.updateGoal({ params: { goalId }, body })
    return undefined
  } catch (error) {
    return `The goals that it waits for were not set: ${refusalReason(error)}`
  }
}
