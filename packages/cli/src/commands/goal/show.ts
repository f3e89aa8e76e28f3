import type { Goal } from '@cairn/client'
import { type Context, indented, rememberRevision } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { table } from '../../output/table.ts'
import { dueOf, minuteOf, percentOf, spaced } from '../../output/words.ts'

export async function showGoal(context: Context, goalId: string): Promise<void> {
  const { cairn, origin } = await context.connect()
  const { goal } = await cairn.getGoal({ params: { goalId } })
  await rememberRevision(context, origin, goal.id, goal.revision)
  if (context.json) return context.printJson({ goal })
  await context.print(...goalLines(goal, context, origin))
}

/** A goal with all its texts. */
export function goalLines(goal: Goal, { style }: Context, origin: string): string[] {
  return [
    style.bold(oneLine(goal.title)),
    ...table(factsOf(goal, origin)),
    '',
    ...indented(goal.detailedDescription),
    ...section(style.bold('Criteria'), table(goal.criteria.map(criterionRow))),
    ...section(style.bold('Measures'), table(goal.measures.map(measureRow))),
  ]
}

const section = (title: string, lines: string[]) => (lines.length > 0 ? ['', title, ...lines] : [])

function factsOf(goal: Goal, origin: string): string[][] {
  return [
    ['Status', goal.health ? `${goal.status}, ${spaced(goal.health)}` : goal.status],
    ...(goal.attention.length > 0 ? [['Needs', goal.attention.map(spaced).join(', ')]] : []),
    ['Time', dueOf(goal.timeframe)],
    ['Owner', goal.ownerUserId === null ? 'nobody' : oneLine(goal.ownerUserId)],
    ...(goal.labels.length > 0 ? [['Labels', goal.labels.map(({ name }) => oneLine(name)).join(', ')]] : []),
    ...(goal.progress === null ? [] : [['Progress', percentOf(goal.progress)]]),
    ...(goal.nextReportDueAt ? [['Next report', minuteOf(goal.nextReportDueAt)]] : []),
    ['Revision', `${goal.revision} (version ${goal.version})`],
    ['Page', `${origin}/goals/${goal.id}`],
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
