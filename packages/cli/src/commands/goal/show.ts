import type { Goal } from '@cairn/client'
import { type Context, indented, rememberRevision } from '../../context.ts'
import { everyGoalField } from '../../goal-fields.ts'
import { oneLine } from '../../output/escape.ts'
import { table } from '../../output/table.ts'
import { minuteOf, percentOf, spaced } from '../../output/words.ts'
import type { People } from '../../people.ts'

export async function showGoal(context: Context, goalId: string): Promise<void> {
  const { cairn, origin, people } = await context.connect()
  const { goal } = await cairn.getGoal({ params: { goalId } })
  await rememberRevision(context, origin, goal.id, goal.revision)
  if (context.json) return context.printJson({ goal })
  await context.print(...goalLines(goal, context, origin, await people()))
}

/** A goal with all its texts. */
export function goalLines(goal: Goal, { style }: Context, origin: string, people: People): string[] {
  return [
    style.bold(oneLine(goal.title)),
    ...table(factsOf(goal, origin, people)),
    '',
    ...indented(goal.detailedDescription),
    ...section(style.bold('Criteria'), table(goal.criteria.map(criterionRow))),
    ...section(style.bold('Measures'), table(goal.measures.map(measureRow))),
  ]
}

const section = (title: string, lines: string[]) => (lines.length > 0 ? ['', title, ...lines] : [])

function factsOf(goal: Goal, origin: string, people: People): string[][] {
  return [
    ['Status', spaced(goal.health ? `${goal.status}, ${goal.health}` : goal.status)],
    ...(goal.attention.length > 0 ? [['Needs', goal.attention.map(spaced).join(', ')]] : []),
    ...everyGoalField.flatMap(([, { fact }]) => {
      const line = fact?.(goal, people)
      return line ? [[...line]] : []
    }),
    ...(goal.progress === null ? [] : [['Progress', percentOf(goal.progress)]]),
    ...(goal.nextReportDueAt ? [['Next report', minuteOf(goal.nextReportDueAt)]] : []),
    ['Revision', `${goal.revision} (version ${goal.version})`],
    ['Page', oneLine(`${origin}/goals/${goal.id}`)],
  ]
}

function criterionRow({ title, verdict }: Goal['criteria'][number], index: number): string[] {
  return [`${index + 1}`, verdict ? spaced(verdict.result) : 'not judged', oneLine(title)]
}

function measureRow(
  { title, unit, start, target, current, progress }: Goal['measures'][number],
  index: number,
) {
  const value = current ? `${current.value}` : '–'
  const range = `${start} → ${target}${unit ? ` ${oneLine(unit)}` : ''}`
  return [`${index + 1}`, value, range, progress === null ? '' : percentOf(progress), oneLine(title)]
}
