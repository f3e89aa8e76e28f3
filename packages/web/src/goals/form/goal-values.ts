import type { InputOf } from '@cairn/contract'
import type { CriterionDefinition } from '@cairn/contract/schemas/goal-criteria'
import type { MeasureDefinition } from '@cairn/contract/schemas/goal-measures'
import type { Goal } from '@cairn/contract/schemas/goals'
import * as z from 'zod'

/** `key` identifies a row while rows are edited: the id of a stored one, or a new one. */
const criterionRow = z.object({ key: z.string(), title: z.string(), description: z.string() })
export type CriterionRow = z.output<typeof criterionRow>

/** Numbers as typed. */
const measureRow = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  start: z.string(),
  target: z.string(),
})
export type MeasureRow = z.output<typeof measureRow>

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
  criteria: z.array(criterionRow),
  measures: z.array(measureRow),
  /** Days between reports. Empty without a cadence. */
  everyDays: z.string(),
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
    measures: [],
    everyDays: '',
  }
}

export const newCriterion = (): CriterionRow => ({ key: crypto.randomUUID(), title: '', description: '' })
export const newMeasure = (): MeasureRow => ({
  key: crypto.randomUUID(),
  title: '',
  unit: '',
  start: '',
  target: '',
})

export const criterionRowOf = ({ id, title, description }: CriterionDefinition): CriterionRow => ({
  key: id,
  title,
  description,
})
export const measureRowOf = ({ id, title, unit, start, target }: MeasureDefinition): MeasureRow => ({
  key: id,
  title,
  unit: unit ?? '',
  start: String(start),
  target: String(target),
})

export function valuesOf(goal: Goal): GoalValues {
  return {
    title: goal.title,
    hasOwnTitle: true,
    detailedDescription: goal.detailedDescription,
    timeframe: goal.timeframe.kind,
    targetDate: goal.timeframe.kind === 'deadline' ? goal.timeframe.targetDate : '',
    ownerUserId: goal.ownerUserId,
    labelIds: goal.labels.map(({ id }) => id),
    criteria: goal.criteria.map(criterionRowOf),
    measures: goal.measures.map(measureRowOf),
    everyDays: goal.cadence ? String(goal.cadence.everyDays) : '',
  }
}

type CreateGoal = InputOf<'createGoal'>['body']
export type GoalChanges = Omit<InputOf<'updateGoal'>['body'], 'expectedVersion'>

/** An empty or unfinished number is NaN, which the contract's schemas refuse. */
export const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

export function timeframeOf({
  timeframe,
  targetDate,
}: Pick<GoalValues, 'timeframe' | 'targetDate'>): Goal['timeframe'] {
  return timeframe === 'deadline' ? { kind: 'deadline', targetDate } : { kind: timeframe }
}

export function cadenceOf({ everyDays }: Pick<GoalValues, 'everyDays'>): Goal['cadence'] {
  return everyDays.trim() === '' ? null : { everyDays: Number(everyDays) }
}

/** Rows that are stored keep their id, which keeps verdicts and values. */
const idIn = (stored: readonly { key: string }[], key: string) =>
  stored.some((row) => row.key === key) ? { id: key } : {}

const criteriaOf = ({ criteria }: GoalValues, stored: readonly { key: string }[]) =>
  criteria.map(({ key, title, description }) => ({ ...idIn(stored, key), title, description }))

const measuresOf = ({ measures }: GoalValues, stored: readonly { key: string }[]) =>
  measures.map(({ key, title, unit, start, target }) => ({
    ...idIn(stored, key),
    title,
    unit: unit.trim() === '' ? null : unit,
    start: numberOf(start),
    target: numberOf(target),
  }))

export function createRequestOf(values: GoalValues): CreateGoal {
  const timeframe = timeframeOf(values)
  return {
    detailedDescription: values.detailedDescription,
    // Only stored goals can be without a timeframe. The form for new goals does not offer it.
    timeframe: timeframe.kind === 'unspecified' ? { kind: 'continuous' } : timeframe,
    ...(values.title.trim() && { title: values.title }),
    ownerUserId: values.ownerUserId,
    labelIds: values.labelIds,
    criteria: criteriaOf(values, []),
    measures: measuresOf(values, []),
    cadence: cadenceOf(values),
  }
}

/** Everything that an edit can change, for comparing. `stored` has the rows that keep their ids. */
function requestOf(values: GoalValues, stored: GoalValues) {
  return {
    title: values.title,
    detailedDescription: values.detailedDescription,
    timeframe: timeframeOf(values),
    ownerUserId: values.ownerUserId,
    labelIds: values.labelIds.toSorted(),
    criteria: criteriaOf(values, stored.criteria),
    measures: measuresOf(values, stored.measures),
    cadence: cadenceOf(values),
  } satisfies GoalChanges
}

export type GoalField = keyof ReturnType<typeof requestOf>

const asText = (value: unknown) => JSON.stringify(value)

/** Only the changed fields, so that changes by others to other fields are kept. */
export function changesOf(before: GoalValues, after: GoalValues): GoalChanges {
  const stored = requestOf(before, before)
  const changed = Object.entries(requestOf(after, before)).filter(
    ([field, value]) => asText(value) !== asText(stored[field as GoalField]),
  )
  return Object.fromEntries(changed)
}

/** The fields in which both differ. */
export const changedFields = (before: GoalValues, after: GoalValues) =>
  Object.keys(changesOf(before, after)) as GoalField[]

/** Whether both would make the same request. */
export function isSameGoal(one: GoalValues, other: GoalValues): boolean {
  return changedFields(one, other).length === 0
}
