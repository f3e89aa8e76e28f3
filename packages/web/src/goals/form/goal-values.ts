import type { InputOf } from '@cairn/contract'
import type { Goal } from '@cairn/contract/schemas/goals'
import * as z from 'zod'

/** The values of the form as typed. The contract's schemas validate the request that is made from them. */
export const goalValues = z.object({
  title: z.string(),
  /** Whether the title was typed, so that it no longer follows the description. */
  hasOwnTitle: z.boolean(),
  detailedDescription: z.string(),
  timeframe: z.enum(['deadline', 'continuous', 'unspecified']),
  targetDate: z.string(),
  ownerUserId: z.string().nullable(),
  labelIds: z.array(z.string()),
  /** `key` identifies a row while rows are edited and removed. */
  criteria: z.array(z.object({ key: z.string(), title: z.string(), description: z.string() })),
})
export type GoalValues = z.output<typeof goalValues>

export function emptyGoal(ownerUserId: string): GoalValues {
  return {
    title: '',
    hasOwnTitle: false,
    detailedDescription: '',
    timeframe: 'deadline',
    targetDate: '',
    ownerUserId,
    labelIds: [],
    criteria: [],
  }
}

export function valuesOf(goal: Goal): GoalValues {
  return {
    title: goal.title,
    hasOwnTitle: true,
    detailedDescription: goal.detailedDescription,
    timeframe: goal.timeframe.kind,
    targetDate: goal.timeframe.kind === 'deadline' ? goal.timeframe.targetDate : '',
    ownerUserId: goal.ownerUserId,
    labelIds: goal.labels.map(({ id }) => id),
    criteria: goal.criteria.map((criterion, index) => ({ ...criterion, key: String(index) })),
  }
}

type CreateGoal = InputOf<'createGoal'>['body']
export type GoalChanges = InputOf<'updateGoal'>['body']

function timeframeOf({ timeframe, targetDate }: GoalValues): Goal['timeframe'] {
  return timeframe === 'deadline' ? { kind: 'deadline', targetDate } : { kind: timeframe }
}

/** Whether both would make the same request. */
export function isSameGoal(one: GoalValues, other: GoalValues): boolean {
  return Object.keys(changesOf(one, other)).length === 0
}

const criteriaOf = ({ criteria }: GoalValues) =>
  criteria.map(({ title, description }) => ({ title, description }))

export function createRequestOf(values: GoalValues): CreateGoal {
  const timeframe = timeframeOf(values)
  return {
    detailedDescription: values.detailedDescription,
    // Only stored goals can be without a timeframe. The form for new goals does not offer it.
    timeframe: timeframe.kind === 'unspecified' ? { kind: 'continuous' } : timeframe,
    ...(values.title.trim() && { title: values.title }),
    ownerUserId: values.ownerUserId,
    labelIds: values.labelIds,
    criteria: criteriaOf(values),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Only the changed fields, so that changes by others to other fields are kept. */
export function changesOf(before: GoalValues, after: GoalValues): GoalChanges {
  const changes: GoalChanges = {}
  if (before.title !== after.title) changes.title = after.title
  if (before.detailedDescription !== after.detailedDescription) {
    changes.detailedDescription = after.detailedDescription
  }
  if (!isSame(timeframeOf(before), timeframeOf(after))) changes.timeframe = timeframeOf(after)
  if (before.ownerUserId !== after.ownerUserId) changes.ownerUserId = after.ownerUserId
  if (!isSame([...before.labelIds].sort(), [...after.labelIds].sort())) changes.labelIds = after.labelIds
  if (!isSame(criteriaOf(before), criteriaOf(after))) changes.criteria = criteriaOf(after)
  return changes
}
