import { type CairnClient, CairnNotFoundError, type CreateGoalRequest, type Goal } from '@cairn/client'
import { hasStanding, standingReport } from '../../transfer/imported-goal.ts'
import type { Journal } from '../../transfer/journal.ts'
import { sourceKey } from '../cells/source.ts'
import { type KnownRow, keyOf } from './existing-goals.ts'

export type Writer = {
  cairn: CairnClient
  journal: Journal
  userId: string
  /** Whether the caller sees every goal: then one that is not found is deleted. */
  seesAll: boolean
}

/** Creates the goal of a row, and reports how it stands. Whatever fails in between, the same call goes on. */
export async function createRow(
  { cairn, journal, seesAll }: Writer,
  row: KnownRow,
  body: CreateGoalRequest,
): Promise<Goal> {
  const goal = await createOnce(cairn, body, keyOf([row.key, body]), seesAll)
  await reportStanding(cairn, row, goal)
  await journal.add(row.key, goal.id)
  return goal
}

/**
 * Creates a goal under a key. The service repeats its response for a day: also if the goal was deleted since, which is then created again.
 */
async function createOnce(
  cairn: CairnClient,
  body: CreateGoalRequest,
  idempotencyKey: string,
  seesAll: boolean,
): Promise<Goal> {
  let isRepeated = false
  const onRepeated = () => {
    isRepeated = true
  }
  const { goal } = await cairn.createGoal({ body }, { idempotencyKey, onRepeated })
  if (!isRepeated || !seesAll) return goal
  try {
    return (await cairn.getGoal({ params: { goalId: goal.id } })).goal
  } catch (error) {
    if (!(error instanceof CairnNotFoundError)) throw error
    return createOnce(cairn, body, keyOf([idempotencyKey, goal.id]), seesAll)
  }
}

/**
 * Finishes what an interrupted import has left: a goal that the caller has created from this row, and nobody has touched since, lacks
 * its report.
 */
export async function finishRow(writer: Writer, row: KnownRow): Promise<void> {
  if (row.existing?.version !== 1 || !hasStanding(row.goal.standing)) return
  const goal = await createdFrom(writer, row)
  if (goal?.version === 1) await reportStanding(writer.cairn, row, goal)
}

/** Whether nobody has touched the goal that the caller has created from a row. */
export async function isUntouched(writer: Writer, row: KnownRow): Promise<boolean> {
  const goal = await createdFrom(writer, row)
  return goal !== undefined && goal.version <= (hasStanding(row.goal.standing) ? 2 : 1)
}

/** Returns the goal that a row is, if the caller has created it from the row. */
async function createdFrom({ cairn, userId }: Writer, row: KnownRow): Promise<Goal | undefined> {
  if (!row.existing || row.goal.goalId === row.existing.id) return undefined
  const { goal } = await cairn.getGoal({ params: { goalId: row.existing.id } })
  const isOurs =
    goal.createdByUserId === userId && goal.detailedDescription === row.goal.body.detailedDescription
  return isOurs ? goal : undefined
}

async function reportStanding(
  cairn: CairnClient,
  { goal: { standing, source }, key }: KnownRow,
  goal: Goal,
): Promise<void> {
  const details = sourceKey(source) ?? 'Imported from a table.'
  const report = standingReport(standing, goal, details, keyOf([key, standing]))
  if (report && goal.version === 1) await cairn.report(goal.id, report)
}
