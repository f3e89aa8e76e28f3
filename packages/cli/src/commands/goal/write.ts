import type { CreateGoalRequest } from '@cairn/client'
import { timeframeOf } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { type FieldOptions, givenFields } from '../../goal-fields.ts'
import { changeGoal, type VersionOption, written } from './change.ts'

type NewOptions = FieldOptions & { key?: string }

export async function newGoal(context: Context, options: NewOptions): Promise<void> {
  if (options.description === undefined && options.descriptionFile === undefined) {
    throw usageError('Describe the goal: use --description.')
  }
  if (timeframeOf(options) === undefined) throw usageError('Say by when: use --due or --continuous.')
  const fields = await givenFields(options, { context, connect: context.connect, goal: undefined })
  const { cairn, origin } = await context.connect()
  const { goal } = await cairn.createGoal(
    { body: fields as CreateGoalRequest },
    { idempotencyKey: options.key },
  )
  await written(context, origin, goal, 'Published')
}

type ContinueOptions = Pick<FieldOptions, 'title' | 'due' | 'continuous'> & { key?: string }

export async function continueGoal(
  context: Context,
  goalId: string,
  options: ContinueOptions,
): Promise<void> {
  const timeframe = timeframeOf(options)
  if (timeframe === undefined) throw usageError('Say by when: use --due or --continuous.')
  const { cairn, origin } = await context.connect()
  const { goal } = await cairn.continueGoal(
    { params: { goalId }, body: { timeframe, ...(options.title !== undefined && { title: options.title }) } },
    { idempotencyKey: options.key },
  )
  await written(context, origin, goal, 'Published')
}

export async function editGoal(
  context: Context,
  goalId: string,
  options: FieldOptions & VersionOption,
): Promise<void> {
  await changeGoal(context, goalId, options, (goal, connection) =>
    givenFields(options, { context, connect: async () => connection, goal }),
  )
}
