import {
  type CairnClient,
  CairnNotFoundError,
  type Goal,
  type GoalComment,
  type GoalSummary,
} from '@cairn/client'
import { type Context, indented, rememberRevision } from '../../context.ts'
import { everyGoalField } from '../../goal-fields.ts'
import { oneLine } from '../../output/escape.ts'
import { table } from '../../output/table.ts'
import {
  actorText,
  claimText,
  minuteOf,
  notReadyText,
  percentOf,
  spaced,
  stateOf,
  usedText,
} from '../../output/words.ts'
import { nameOf, type People } from '../../people.ts'
import { rollupWords } from '../goals/rows.ts'
import { commentLines } from '../history/comments.ts'

export async function showGoal(context: Context, goalId: string): Promise<void> {
  const { cairn, origin, people } = await context.connect()
  const { goal } = await cairn.getGoal({ params: { goalId } })
  await rememberRevision(context, origin, goal.id, goal.revision)
  if (context.json) return context.printJson({ goal })
  const [known, related, comments] = await Promise.all([
    people(),
    readRelated(cairn, goal),
    readLastComments(cairn, goal.id),
  ])
  await context.print(
    ...goalLines(goal, context, origin, known),
    ...relatedLines(goal, related, context),
    ...lastCommentLines(goal, comments, context),
  )
}

/** Goals that follow from others' fields, the first ones. */
type Related = { below: GoalSummary[]; waiting: GoalSummary[] }

/** More are in `cairn tree` and `cairn goals`. */
const maximumRelated = 20

async function readRelated(cairn: CairnClient, { id, status }: Goal): Promise<Related> {
  const limit = maximumRelated + 1
  // A finished goal holds up nobody.
  const isOpen = status === 'active' || status === 'paused'
  const [tree, waiting] = await Promise.all([
    // The goal itself comes first.
    cairn.getGoalTree({ params: { goalId: id }, query: { depth: 1, limit: limit + 1 } }),
    isOpen
      ? firstOf(cairn.goalSummaries({ blockerGoalId: id, status: ['active', 'paused'], limit }), limit)
      : [],
  ])
  return { below: tree.goals.slice(1), waiting }
}

/** More are in `cairn history`. */
const maximumComments = 3

/** Returns the newest comments, newest first. None of an older service, which has no comments. */
async function readLastComments(cairn: CairnClient, goalId: string): Promise<GoalComment[]> {
  try {
    return await firstOf(
      cairn.comments(goalId, { order: 'desc', limit: maximumComments + 1 }),
      maximumComments + 1,
    )
  } catch (error) {
    if (error instanceof CairnNotFoundError && error.code === 'not_found') return []
    throw error
  }
}

function lastCommentLines({ id }: Goal, comments: readonly GoalComment[], { style }: Context): string[] {
  const shown = comments.slice(0, maximumComments).toReversed()
  const more = comments.length > maximumComments ? [`… and earlier ones: cairn history ${oneLine(id)}`] : []
  return section(style.bold('Comments'), [...more, ...shown.flatMap(commentLines)])
}

async function firstOf<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const first: Item[] = []
  for await (const item of items) {
    first.push(item)
    if (first.length === count) break
  }
  return first
}

function relatedLines(goal: Goal, { below, waiting }: Related, { style }: Context): string[] {
  return [
    ...continuationLines(goal),
    ...section(style.bold('Waits for'), relatedRows(goal.blockedBy, '')),
    ...section(style.bold('Holds up'), relatedRows(waiting, `cairn goals --waits-for=${goal.id}`)),
    ...section(style.bold('Sub-goals'), relatedRows(below, `cairn tree ${goal.id}`)),
  ]
}

function continuationLines({ continuedFromGoalId: from, continuedByGoalIds: by = [] }: Goal): string[] {
  return [
    ...(from ? ['', `Continues ${oneLine(from)}`] : []),
    ...(by.length > 0 ? ['', `Continued by ${by.map(oneLine).join(', ')}`] : []),
  ]
}

type RelatedGoal = Pick<Goal, 'id' | 'title' | 'status'> & Partial<Pick<Goal, 'health' | 'rollup'>>

/** @param more  The command that lists them all. */
function relatedRows(goals: readonly RelatedGoal[], more: string): string[] {
  const haveRollups = goals.some(({ rollup }) => rollup)
  const rows = goals
    .slice(0, maximumRelated)
    .map(({ id, title, status, health = null, rollup = null }) => [
      oneLine(id),
      stateOf({ status, health }),
      ...(haveRollups ? [rollup ? rollupWords(rollup) : ''] : []),
      oneLine(title),
    ])
  return [...table(rows), ...(goals.length > maximumRelated ? [`… and more: ${oneLine(more)}`] : [])]
}

/** A goal with all its texts. */
export function goalLines(goal: Goal, { style }: Context, origin: string, people: People): string[] {
  return [
    style.bold(oneLine(goal.title)),
    ...table(factsOf(goal, origin, people)),
    ...handoffLines(goal, style, people),
    '',
    ...indented(goal.detailedDescription),
    ...section(style.bold('Criteria'), table(goal.criteria.map(criterionRow))),
    ...section(style.bold('Measures'), table(goal.measures.map(measureRow))),
  ]
}

/** A hand-off stands above the rest: it is what whoever continues must know. */
function handoffLines({ handoff }: Goal, { bold }: Context['style'], people: People): string[] {
  if (!handoff) return []
  const { text, revision, createdAt, actor, actorName } = handoff
  const displayName = actor.kind === 'user' ? nameOf(people, actor.id) : (actorName ?? 'a program')
  const from = `Hand-off of ${actorText({ ...actor, displayName })}, revision ${revision}, ${minuteOf(createdAt)}`
  return section(bold(from), indented(text))
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
    ...(goal.rollup ? [['Roll-up', rollupWords(goal.rollup)]] : []),
    ...(goal.status === 'active' ? [['Ready', readyWords(goal)]] : []),
    ...(goal.claim ? [['Claimed', claimText(goal.claim)]] : []),
    ...(usedText(goal.used) === undefined ? [] : [['Used', usedText(goal.used) ?? '']]),
    ...(goal.nextReportDueAt ? [['Next report', minuteOf(goal.nextReportDueAt)]] : []),
    ['Revision', `${goal.revision} (version ${goal.version})`],
    ['Page', oneLine(`${origin}/goals/${goal.id}`)],
  ]
}

const readyWords = ({ ready, notReady = [] }: Goal) =>
  ready ? 'yes' : ['no', notReady.map(notReadyText).join(', ')].filter(Boolean).join(': ')

function criterionRow({ title, verdict, confirmedBy }: Goal['criteria'][number], index: number): string[] {
  const judged = verdict ? spaced(verdict.result) : 'not judged'
  return [`${index + 1}`, confirmedBy ? `${judged}, confirmed` : judged, oneLine(title)]
}

function measureRow(
  { title, unit, start, target, current, progress }: Goal['measures'][number],
  index: number,
) {
  const value = current ? `${current.value}` : '–'
  const range = `${start} → ${target}${unit ? ` ${oneLine(unit)}` : ''}`
  return [`${index + 1}`, value, range, progress === null ? '' : percentOf(progress), oneLine(title)]
}
