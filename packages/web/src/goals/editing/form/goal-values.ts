import type { InputOf } from '@cairn/contract'
import type { EditableFieldName } from '@cairn/contract/goals/fields'
import { type GoalVerification, goalVerifications } from '@cairn/contract/goals/goal-words'
import type { CriterionDefinition } from '@cairn/contract/schemas/goals/goal-criteria'
import type { EditedFields } from '@cairn/contract/schemas/goals/goal-history'
import type { MeasureDefinition } from '@cairn/contract/schemas/goals/goal-measures'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import * as z from 'zod'

/** The units of a time, the largest first. */
export const timeUnits = ['hours', 'minutes', 'seconds'] as const
const secondsIn: Record<(typeof timeUnits)[number], number> = { hours: 3_600, minutes: 60, seconds: 1 }

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
  // Drafts from before there were parents, blockers, and weights have none.
  parentGoalId: z.string().nullable().default(null),
  blockedByGoalIds: z.array(z.string()).default([]),
  rollupWeight: z.string().default('1'),
  // Drafts from before there were budgets have none. As typed: tokens, a time, and a cost in the currency of the team.
  budgetTokens: z.string().default(''),
  budgetTime: z.string().default(''),
  budgetTimeUnit: z.enum(timeUnits).default('hours'),
  budgetCost: z.string().default(''),
  // Drafts from before there were reviewers have none.
  reviewerUserId: z.string().nullable().default(null),
  verification: z.enum(goalVerifications).default('none'),
})
export type GoalValues = z.output<typeof goalValues>

/** @param verification  The default of the organization. */
export function emptyGoal(ownerUserId: string, verification: GoalVerification = 'none'): GoalValues {
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
    parentGoalId: null,
    blockedByGoalIds: [],
    rollupWeight: '1',
    budgetTokens: '',
    budgetTime: '',
    budgetTimeUnit: 'hours',
    budgetCost: '',
    reviewerUserId: null,
    verification,
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

type Stored<Name extends EditableFieldName> = NonNullable<EditedFields[Name]>['to']

/** How a field of a goal becomes values of the form, and the other way round. */
type FormField<Name extends EditableFieldName> = {
  /** The values of the form that the field is. */
  values: readonly (keyof GoalValues)[]
  /** Returns the values for what is stored. */
  typed(stored: Stored<Name>): Partial<GoalValues>
  /** Returns what a request sets the field to. `stored` has the rows that keep their ids. */
  sent(values: GoalValues, stored: GoalValues): NonNullable<GoalChanges[Name]> | null
  /** Returns the field as edits show it, if that is not what is sent. */
  shown?(values: GoalValues): Stored<Name>
}

const same = <Name extends keyof GoalValues & EditableFieldName>(name: Name) => ({
  values: [name],
  typed: (stored: GoalValues[Name]) => ({ [name]: stored }),
  sent: (values: GoalValues) => values[name],
})

/** The fields of a goal in the form. */
const formFields: { readonly [Name in EditableFieldName]: FormField<Name> } = {
  title: {
    values: ['title', 'hasOwnTitle'],
    typed: (title) => ({ title, hasOwnTitle: true }),
    sent: ({ title }) => title,
  },
  detailedDescription: same('detailedDescription'),
  timeframe: {
    values: ['timeframe', 'targetDate'],
    typed: (timeframe) => ({
      timeframe: timeframe.kind,
      targetDate: timeframe.kind === 'deadline' ? timeframe.targetDate : '',
    }),
    sent: timeframeOf,
  },
  ownerUserId: same('ownerUserId'),
  reviewerUserId: same('reviewerUserId'),
  verification: same('verification'),
  labelIds: {
    ...same('labelIds'),
    sent: ({ labelIds }) => labelIds.toSorted(),
    shown: ({ labelIds }) => labelIds,
  },
  criteria: {
    values: ['criteria'],
    typed: (criteria) => ({ criteria: criteria.map(criterionRowOf) }),
    sent: (values, stored) => criteriaOf(values, stored.criteria),
    shown: ({ criteria }) => criteria.map(({ key, title, description }) => ({ id: key, title, description })),
  },
  measures: {
    values: ['measures'],
    typed: (measures) => ({ measures: measures.map(measureRowOf) }),
    sent: (values, stored) => measuresOf(values, stored.measures),
    shown: ({ measures }) =>
      measures.map(({ key, title, unit, start, target }) => ({
        id: key,
        title,
        unit: unit || null,
        start: numberOf(start),
        target: numberOf(target),
      })),
  },
  cadence: {
    values: ['everyDays'],
    typed: (cadence) => ({ everyDays: cadence ? String(cadence.everyDays) : '' }),
    sent: cadenceOf,
  },
  parentGoalId: same('parentGoalId'),
  blockedByGoalIds: {
    ...same('blockedByGoalIds'),
    sent: ({ blockedByGoalIds }) => blockedByGoalIds.toSorted(),
    shown: ({ blockedByGoalIds }) => blockedByGoalIds,
  },
  rollupWeight: {
    values: ['rollupWeight'],
    typed: (weight) => ({ rollupWeight: String(weight) }),
    sent: ({ rollupWeight }) => numberOf(rollupWeight),
  },
  budget: {
    values: ['budgetTokens', 'budgetTime', 'budgetTimeUnit', 'budgetCost'],
    typed: (budget) => ({
      budgetTokens: typedLimit(budget?.tokens),
      ...typedTime(budget?.seconds),
      budgetCost: typedLimit(
        budget?.costMicros === undefined ? undefined : budget.costMicros / microsPerUnit,
      ),
    }),
    sent: budgetOf,
  },
}

/** A cost is sent in millionths of the currency, so that it is a whole number. */
const microsPerUnit = 1_000_000

const typedLimit = (limit: number | undefined) => (limit === undefined ? '' : String(limit))

/** In the largest unit of which it is a whole number, so that the form sends back what is stored. */
function typedTime(seconds: number | undefined): Pick<GoalValues, 'budgetTime' | 'budgetTimeUnit'> {
  if (seconds === undefined) return { budgetTime: '', budgetTimeUnit: 'hours' }
  const budgetTimeUnit = timeUnits.find((unit) => seconds % secondsIn[unit] === 0) ?? 'seconds'
  return { budgetTime: String(seconds / secondsIn[budgetTimeUnit]), budgetTimeUnit }
}

function budgetOf({
  budgetTokens,
  budgetTime,
  budgetTimeUnit,
  budgetCost,
}: Pick<GoalValues, 'budgetTokens' | 'budgetTime' | 'budgetTimeUnit' | 'budgetCost'>): Goal['budget'] {
  const isSet = (typed: string) => typed.trim() !== ''
  const budget = {
    ...(isSet(budgetTokens) && { tokens: numberOf(budgetTokens) }),
    ...(isSet(budgetTime) && { seconds: Math.round(numberOf(budgetTime) * secondsIn[budgetTimeUnit]) }),
    ...(isSet(budgetCost) && { costMicros: Math.round(numberOf(budgetCost) * microsPerUnit) }),
  }
  return Object.keys(budget).length === 0 ? null : budget
}

export type GoalField = EditableFieldName

const everyField = Object.entries(formFields) as [GoalField, FormField<GoalField>][]

/** The form's values after fields have become what is stored. Fields of a newer version of the service are passed over. */
export function withStored(values: GoalValues, stored: Readonly<Record<string, unknown>>): GoalValues {
  const typed = everyField.map(([name, field]) =>
    name in stored ? field.typed(stored[name] as Stored<GoalField>) : {},
  )
  return Object.assign({}, values, ...typed)
}

export function valuesOf(goal: Goal): GoalValues {
  return withStored(emptyGoal(''), {
    ...goal,
    labelIds: goal.labels.map(({ id }) => id),
    blockedByGoalIds: goal.blockedBy.map(({ id }) => id),
  })
}

/** Copies one field of a goal. Some are several values of the form. */
export function withField(values: GoalValues, field: GoalField, from: GoalValues): GoalValues {
  const copied = formFields[field].values.map((name) => [name, from[name]])
  return { ...values, ...Object.fromEntries(copied) }
}

/** Everything that an edit can change, for comparing. `stored` has the rows that keep their ids. */
function requestOf(values: GoalValues, stored: GoalValues) {
  const sent = everyField.map(([name, field]) => [name, field.sent(values, stored)])
  return Object.fromEntries(sent) as Required<GoalChanges>
}

export function createRequestOf(values: GoalValues): CreateGoal {
  const { title, timeframe, ...others } = requestOf(values, emptyGoal(''))
  return {
    ...others,
    // Only stored goals can be without a timeframe. The form for new goals does not offer it.
    timeframe: timeframe.kind === 'unspecified' ? { kind: 'continuous' } : timeframe,
    ...(title.trim() && { title }),
  }
}

/** Returns what changed between the values of two forms, as edits show it. */
export function editedFields(from: GoalValues, to: GoalValues, fields: readonly GoalField[]): EditedFields {
  const shown = (values: GoalValues, name: GoalField) => {
    const field: FormField<GoalField> = formFields[name]
    return field.shown ? field.shown(values) : field.sent(values, values)
  }
  return Object.fromEntries(fields.map((name) => [name, { from: shown(from, name), to: shown(to, name) }]))
}

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
