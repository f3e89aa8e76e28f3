import type { CairnClient, CreateGoalRequest, Goal, UpdateGoalRequest } from '@cairn/client'
import { finiteNumber, pair, textOf } from '../../arguments.ts'
import { type Context, rememberRevision } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import { timeframeOf } from '../goals.ts'
import { findLabels } from './labels-by-name.ts'

export type WriteOptions = {
  title?: string
  description?: string
  descriptionFile?: string
  due?: string
  continuous?: true
  criterion?: string[]
  measure?: string[]
  label?: string[]
  labels?: false
  every?: number
  owner?: string
  key?: string
  expectedVersion?: number
}

export async function newGoal(context: Context, options: WriteOptions): Promise<void> {
  const fields = await fieldsOf(options, context)
  const { detailedDescription, timeframe } = fields
  if (detailedDescription === undefined) throw usageError('Describe the goal: use --description.')
  if (timeframe === undefined) throw usageError('Say by when: use --due or --continuous.')
  const { cairn, origin } = await context.connect()
  const labelIds = await labelsOf(cairn, options)
  const body: CreateGoalRequest = {
    ...fields,
    detailedDescription,
    timeframe,
    ...(options.owner !== undefined && { ownerUserId: await ownerOf(cairn, options.owner) }),
    ...(options.criterion && { criteria: options.criterion.map(criterionOf) }),
    ...(options.measure && { measures: options.measure.map(measureOf) }),
    ...(labelIds && { labelIds }),
  }
  const { goal } = await cairn.createGoal({ body }, { idempotencyKey: options.key })
  await written(context, origin, goal, 'Published')
}

export async function editGoal(context: Context, goalId: string, options: WriteOptions): Promise<void> {
  const { cairn, origin } = await context.connect()
  const params = { goalId }
  const { goal: current } = await cairn.getGoal({ params })
  const { criterion = [], measure = [] } = options
  const labelIds = await labelsOf(cairn, options)
  const body: UpdateGoalRequest = {
    ...(await fieldsOf(options, context)),
    ...(options.owner !== undefined && { ownerUserId: await ownerOf(cairn, options.owner) }),
    ...(criterion.length > 0 && {
      criteria: [...current.criteria.map(({ verdict: _, ...kept }) => kept), ...criterion.map(criterionOf)],
    }),
    ...(measure.length > 0 && {
      measures: [
        ...current.measures.map(({ current: _, progress: __, ...kept }) => kept),
        ...measure.map(measureOf),
      ],
    }),
    ...(labelIds && { labelIds }),
  }
  if (Object.keys(body).length === 0) throw usageError('Say what to change: see cairn goal edit --help.')
  // What was read is what is edited: somebody who is faster is not overwritten.
  const expectedVersion = options.expectedVersion ?? current.version
  const { goal } = await cairn.updateGoal({ params, body: { ...body, expectedVersion } })
  await written(context, origin, goal, 'Changed')
}

async function written(context: Context, origin: string, goal: Goal, verb: string): Promise<void> {
  await rememberRevision(context, origin, goal.id, goal.revision)
  if (context.json) return context.printJson({ goal })
  await context.print(`${verb} "${oneLine(goal.title)}", version ${goal.version}.`, goal.id)
}

async function fieldsOf(
  { title, description, descriptionFile, every, ...options }: WriteOptions,
  { io }: Context,
) {
  const detailedDescription = descriptionFile === undefined ? description : await textOf(descriptionFile, io)
  const timeframe = timeframeOf(options)
  return {
    ...(title !== undefined && { title }),
    ...(detailedDescription !== undefined && { detailedDescription }),
    ...(timeframe && { timeframe }),
    ...(every !== undefined && { cadence: { everyDays: every } }),
  }
}

/** `--label` names all labels that the goal has afterwards; `--no-labels` removes them. */
async function labelsOf(cairn: CairnClient, { label, labels }: WriteOptions): Promise<string[] | undefined> {
  if (labels === false) return []
  return label && findLabels(cairn, label)
}

async function ownerOf(cairn: CairnClient, owner: string): Promise<string | null> {
  if (owner === 'none') return null
  return owner === 'me' ? (await cairn.getMe()).user.id : owner
}

const criterionOf = (title: string) => ({ title, description: title })

/** `Median response: 48..24 hours`. */
function measureOf(argument: string) {
  const option = '--measure'
  const [title, range] = pair(argument, option, ':')
  const [start = '', end = ''] = range.split('..')
  const [, target = '', unit = ''] = /^\s*(\S+)\s*(.*)$/.exec(end) ?? []
  return {
    title,
    start: finiteNumber(start.trim(), option),
    target: finiteNumber(target, option),
    ...(unit && { unit }),
  }
}
