import { verifyHistory } from '@cairn/contract/goals/history-chain'
import { CommandError, exitCodes } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import type { ReadLine } from '../../transfer/format.ts'
import { linkProblems } from '../../transfer/links/link-problems.ts'
import { type LinkedGoal, linksOf } from '../../transfer/links/linked-goal.ts'

/** A goal of an export without its content. */
export type FileGoal = LinkedGoal & {
  /** Its position among the goals of the export. */
  index: number
  /** Its place, such as `Line 5 of goals.jsonl`. */
  place: string
}

export type CheckOptions = {
  /** Whether histories may have been changed. */
  unverified?: true
  /** Whether parents and blockers that are not in the file are left out. */
  unlinked?: true
}

/**
 * Reads an export to its end, and checks the chain of hashes of every goal that has its history, and how the goals belong together.
 * @returns The goals in the order of the file.
 * @throws `CommandError` if the file is damaged, a history was changed, or a parent or blocker cannot be set.
 */
export async function checkExport(
  lines: AsyncIterable<ReadLine>,
  { unverified, unlinked }: CheckOptions,
): Promise<FileGoal[]> {
  const goals: FileGoal[] = []
  for await (const line of lines) {
    if (line.type !== 'goal') continue
    const { goal, updates, edits = [], place } = line
    goals.push({ ...linksOf(goal), index: goals.length, place })
    if (unverified || !updates) continue
    const [problem] = await verifyHistory(goal, [...updates, ...edits])
    if (!problem) continue
    throw new CommandError(
      `The history of "${oneLine(goal.title)}" is not whole: ${problem.message} Nothing was imported. To import it all the same: --unverified`,
      exitCodes.notWhole,
    )
  }
  return checkLinks(goals, unlinked)
}

function checkLinks(goals: readonly FileGoal[], unlinked = false): FileGoal[] {
  const places = new Map(goals.map((goal) => [goal.id, goal]))
  const checked = goals.map((goal) => ({
    ...goal,
    parentId: goal.parentId !== null && places.has(goal.parentId) ? goal.parentId : null,
    blockerIds: goal.blockerIds.filter((id) => places.has(id)),
  }))
  if (!unlinked) {
    for (const [index, goal] of goals.entries()) {
      const links = checked[index]
      const id = goal.blockerIds.find((blocker) => !places.has(blocker))
      const isOrphan = goal.parentId !== links?.parentId
      if (isOrphan) throw unknownGoal(goal, 'the parent of', goal.parentId)
      if (id !== undefined) throw unknownGoal(goal, 'a blocker of', id)
    }
  }
  const problems = linkProblems(checked)
  const [first] = problems
  if (!first) return checked
  const goal = places.get(first.id)
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  throw new CommandError(
    `${goal?.place}: "${oneLine(goal?.title ?? '')}" cannot be imported. ${first.message}${more} Nothing was imported.`,
  )
}

function unknownGoal({ place, title }: FileGoal, what: string, id: string | null): CommandError {
  return new CommandError(
    `${place}: ${what} "${oneLine(title)}" is not in the file: ${id}. Nothing was imported. To leave it out: --unlinked`,
  )
}
