import type { CairnClient, GoalSummary, GoalTreeEntry } from '@cairn/client'
import { rankGoals } from '@cairn/contract/goals/rank-goals'
import { type Command, InvalidArgumentError } from 'commander'
import { goalIdIn } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { table } from '../../output/table.ts'
import { percentOf, stateOf } from '../../output/words.ts'
import type { Run } from '../../run.ts'
import { isBlocked, rollupWords } from './rows.ts'

type Options = { depth: number }

const maximumDepth = 4
const goalsPerPage = 200

export function addTreeCommand(program: Command, run: Run): void {
  program
    .command('tree')
    .description('goals below each other, the most pressing first')
    .argument('[goal]', 'the id or page of the goal at the top; default: all that have no parent', goalIdIn)
    .option('--depth <levels>', 'how many levels below it, 1 to 4', depthIn, maximumDepth)
    .action(run(showTree))
}

function depthIn(argument: string): number {
  if (!/^[1-4]$/.test(argument)) throw new InvalidArgumentError(`Use 1 to ${maximumDepth}.`)
  return Number(argument)
}

async function showTree(context: Context, goalId: string | undefined, { depth }: Options): Promise<void> {
  const { cairn } = await context.connect()
  const goals = goalId === undefined ? await readAll(cairn, depth) : await readTree(cairn, goalId, depth)
  if (context.json) return context.printJson({ goals })
  if (goals.length === 0) return context.print('There are no goals.')
  await context.print(...table(goals.map(rowOf)))
}

async function readTree(cairn: CairnClient, goalId: string, depth: number): Promise<GoalTreeEntry[]> {
  const goals: GoalTreeEntry[] = []
  for await (const goal of cairn.tree(goalId, { depth, limit: goalsPerPage })) goals.push(goal)
  return goals
}

/** Every tree. The list of all goals takes a request for 100 goals, whatever their trees are. */
async function readAll(cairn: CairnClient, depth: number): Promise<GoalTreeEntry[]> {
  // A goal that changes while the list is read may come twice.
  const goals = new Map<string, GoalSummary>()
  for await (const goal of cairn.goalSummaries({ limit: 100 })) goals.set(goal.id, goal)
  return treesOf([...goals.values()], depth)
}

/** Puts goals below their parents: parents before children, siblings most pressing first. A goal whose parent is not there is at the top. */
export function treesOf(goals: readonly GoalSummary[], depth: number): GoalTreeEntry[] {
  const known = new Set(goals.map(({ id }) => id))
  // Node 20 has no `Map.groupBy`.
  const children = new Map<string | null, GoalSummary[]>()
  for (const goal of rankGoals(goals)) {
    const { parentGoalId } = goal
    const parent = parentGoalId !== null && known.has(parentGoalId) ? parentGoalId : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(goal)
    else children.set(parent, [goal])
  }
  const below = (parentGoalId: string | null, level: number): GoalTreeEntry[] =>
    level > depth
      ? []
      : (children.get(parentGoalId) ?? []).flatMap((goal) => [
          { ...goal, depth: level },
          ...below(goal.id, level + 1),
        ])
  return below(null, 0)
}

const rowOf = (goal: GoalTreeEntry) => [
  oneLine(goal.id),
  [stateOf(goal), ...(isBlocked(goal) ? ['blocked'] : []), ...(goal.claim ? ['claimed'] : [])].join(', '),
  goal.progress === null ? '–' : percentOf(goal.progress),
  goal.rollup ? rollupWords(goal.rollup) : '',
  `${'  '.repeat(goal.depth)}${oneLine(goal.title)}`,
]
