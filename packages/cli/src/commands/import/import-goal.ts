import type { CairnClient, Goal } from '@cairn/client'
import { copyOf } from '../../goal-fields.ts'
import {
  type ExportHead,
  hasStanding,
  keyOf,
  reportOf,
  standingOf,
  waitsForConfirmation,
  waitsNote,
} from '../../transfer/imported-goal.ts'
import type { Journal } from '../../transfer/journal.ts'
import { refusalReason } from '../../transfer/refusal.ts'
import type { FileGoal } from './check-export.ts'
import type { LabelImport } from './labels.ts'

export type Result = {
  from: string
  title: string
  goalId: string | null
  reason: string | null
  notes: string[]
}

export type Import = {
  cairn: CairnClient
  journal: Journal
  head: ExportHead
  target: string
  labels: LabelImport
  /** The new goals, by their ids in the file. */
  ids: Map<string, string>
  /** Goals whose blockers were created after them. */
  unfinished: { links: FileGoal; result: Result; version: number }[]
}

/** Publishes a goal below its parent and after its blockers, and reports how it stands. */
export async function importGoal(task: Import, links: FileGoal, goal: Goal): Promise<Result> {
  const { cairn, journal, head, target, labels, ids, unfinished } = task
  const key = keyOf(head, target, 'goal', goal.id)
  const result: Result = { from: goal.id, title: goal.title, goalId: null, reason: null, notes: [] }
  // The version of an imported goal that nobody has changed.
  const version = hasStanding(standingOf(goal)) ? 2 : 1
  if (links.blockerIds.some((id) => !ids.has(id))) unfinished.push({ links, result, version })
  const known = journal.find(key)
  if (known !== undefined) {
    ids.set(goal.id, known)
    return Object.assign(result, { goalId: known, notes: ['imported before'] })
  }
  try {
    const body = { ...copyOf(goal, labels.idsOf(goal)), ...relationsOf(task, links, result) }
    const { goal: created } = await cairn.createGoal({ body }, { idempotencyKey: key })
    ids.set(goal.id, created.id)
    const report = reportOf(head, goal, created, key)
    if (report) await cairn.report(created.id, report)
    if (waitsForConfirmation(goal.status, created)) result.notes.push(waitsNote)
    await journal.add(key, created.id)
    if (goal.timeframe.kind === 'unspecified')
      result.notes.push('It had no time frame: now it is continuous.')
    return Object.assign(result, { goalId: created.id })
  } catch (error) {
    return Object.assign(result, { reason: refusalReason(error) })
  }
}

/** The same at every run: what is created under an idempotency key must not change. */
function relationsOf({ ids }: Import, { parentId, blockerIds }: FileGoal, { notes }: Result) {
  const parentGoalId = parentId === null ? undefined : ids.get(parentId)
  const blockedByGoalIds = blockerIds.flatMap((id) => ids.get(id) ?? [])
  if (parentId !== null && parentGoalId === undefined) notes.push('Its parent was not imported.')
  return {
    ...(parentGoalId !== undefined && { parentGoalId }),
    ...(blockedByGoalIds.length > 0 && { blockedByGoalIds }),
  }
}

/**
 * Sets the blockers of goals that were created before them, unless somebody has changed the goal since.
 * @returns The results with new notes.
 */
export async function setBlockers({ cairn, ids, unfinished }: Import): Promise<Result[]> {
  for (const { links, result, version } of unfinished) {
    const { goalId, notes } = result
    if (goalId === null) continue
    const wanted = links.blockerIds.flatMap((id) => ids.get(id) ?? [])
    const missing = links.blockerIds.length - wanted.length
    if (missing > 0) notes.push(`${missing} of the goals that it waits for were not imported.`)
    try {
      const { goal } = await cairn.getGoal({ params: { goalId } })
      const there = new Set(goal.blockedBy.map(({ id }) => id))
      if (wanted.every((id) => there.has(id))) continue
      if (goal.version !== version) {
        notes.push('It was changed since it was imported: the goals that it waits for were not set.')
        continue
      }
      const body = { blockedByGoalIds: wanted, expectedVersion: version }
      await cairn.updateGoal({ params: { goalId }, body })
    } catch (error) {
      notes.push(`The goals that it waits for were not set: ${refusalReason(error)}`)
    }
  }
  return unfinished.map(({ result }) => result)
}
