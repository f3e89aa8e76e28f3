import type { CairnClient, GoalEdit, GoalUpdate } from '@cairn/client'
import type { Command } from 'commander'
import { goalIdIn } from '../../arguments.ts'
import { type Context, rememberRevision } from '../../context.ts'
import type { Run } from '../../run.ts'
import { commentLines, readComments } from './comments.ts'
import { entryLines, inOrder, leftOut, titlesOf } from './entry-lines.ts'

export function addHistoryCommand(program: Command, run: Run): void {
  program
    .command('history')
    .description('all reports, edits and comments of a goal, oldest first')
    .argument('<goal>', 'its id or page', goalIdIn)
    .action(run(showHistory))
}

async function showHistory(context: Context, goalId: string): Promise<void> {
  const { cairn, origin, people } = await context.connect()
  const { updates, edits } = await readHistory(cairn, goalId)
  const comments = await readComments(cairn, goalId)
  const last = updates.at(-1)
  if (last) await rememberRevision(context, origin, goalId, last.revision)
  if (context.json) return context.printJson({ updates, edits, comments })
  const [{ goal }, known] = await Promise.all([cairn.getGoal({ params: { goalId } }), people()])
  const titles = titlesOf(goal, edits)
  const entries = inOrder(updates, edits).map((entry) => ({
    at: entry.createdAt,
    lines: entryLines(entry, known, titles),
  }))
  const said = comments.map((comment) => ({ at: comment.createdAt, lines: commentLines(comment) }))
  await context.print(
    ...mergedByTime(entries, said).flatMap(({ lines }) => lines),
    ...leftOut({ updates, edits }),
  )
}

type Timed = { at: string; lines: string[] }

/** Puts comments between the entries of a history, which keep their order. */
function mergedByTime(entries: readonly Timed[], comments: readonly Timed[]): Timed[] {
  const merged: Timed[] = []
  let next = 0
  for (const entry of entries) {
    for (let comment = comments[next]; comment && comment.at < entry.at; comment = comments[next]) {
      merged.push(comment)
      next++
    }
    merged.push(entry)
  }
  return [...merged, ...comments.slice(next)]
}

/** All reports and edits, each oldest first. */
export async function readHistory(
  cairn: Pick<CairnClient, 'updates' | 'edits'>,
  goalId: string,
): Promise<{ updates: GoalUpdate[]; edits: GoalEdit[] }> {
  const updates: GoalUpdate[] = []
  const edits: GoalEdit[] = []
  for await (const update of cairn.updates(goalId)) updates.push(update)
  for await (const edit of cairn.edits(goalId)) edits.push(edit)
  return { updates, edits }
}
