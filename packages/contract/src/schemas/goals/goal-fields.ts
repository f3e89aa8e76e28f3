/** The schemas of a goal's fields. From this table follow goals in responses, the requests that write them, and edits. */
import * as z from 'zod'
import {
  type EditableFieldName,
  editableFieldNames,
  isTextField,
  type TextFieldName,
} from '../../goals/fields.ts'
import { noUsage } from '../../goals/usage.ts'
import { lazy } from '../../registry/lazy.ts'
import { longText, nameText, problem, sha256, timestamp, userId, uuid, uuidOutput } from '../common.ts'
import { criterionDefinition, goalCriterion, writtenCriteria } from './goal-criteria.ts'
import { goalLabel } from './goal-labels.ts'
import { goalMeasure, goalProgress, measureDefinition, writtenMeasures } from './goal-measures.ts'
import {
  goalAncestor,
  goalBlocker,
  goalRollup,
  maximumAncestors,
  maximumBlockers,
  notReady,
  writtenBlockers,
  writtenParent,
} from './goal-relations.ts'
import {
  attentionReason,
  goalCadence,
  goalEvaluation,
  goalHealth,
  goalStatus,
  goalTimeframe,
  goalVerification,
  publishedTimeframe,
} from './goal-values.ts'
import { goalBudget, goalClaim, goalUsed } from './goal-work.ts'

export const maximumLabelsPerGoal = 20

type FieldSchemas = {
  /** How responses show the field. Absent if they show it otherwise. */
  shown?: () => z.ZodType
  /** The value that an edit sets. A field without it is set by the service. */
  written?: () => z.ZodType
  /** The value of a new goal, if that is not what an edit may set. */
  published?: () => z.ZodType
  /** Whether a new goal needs it. */
  isRequired?: true
  /** The value before and after an edit. */
  edited?: () => z.ZodType
}

const text = () => z.string()

const rollupWeight = lazy(() =>
  z
    .int()
    .min(0)
    .max(1_000)
    // −0 is stored as 0.
    .overwrite((weight) => weight + 0)
    .meta({
      description: 'How much the goal counts in the progress of a goal above it. 1 unless set.',
      examples: [2],
    }),
)

/** The schemas by field, in the order of responses. Functions, because each is created when it is first used. */
const fields = {
  id: { shown: uuidOutput },
  organizationId: { shown: uuidOutput },
  title: { shown: text, written: () => nameText(200), edited: text },
  status: { shown: goalStatus },
  health: { shown: () => goalHealth().nullable() },
  timeframe: {
    shown: goalTimeframe,
    written: goalTimeframe,
    published: publishedTimeframe,
    isRequired: true,
    edited: goalTimeframe,
  },
  currentEvaluation: { shown: () => goalEvaluation().nullable() },
  ownerUserId: {
    shown: () => z.string().nullable(),
    written: () =>
      userId()
        .nullable()
        .meta({ description: 'A member of the organization. `null` means that nobody owns the goal.' }),
    edited: () => z.string().nullable(),
  },
  reviewerUserId: {
    // Goals that were exported before there were reviewers lack this field and the verification.
    shown: () =>
      z.string().nullable().default(null).meta({
        description:
          'The member who confirms what was judged as met, beside administrators. `null`: everybody but who judged it. One who has left the organization stays and can confirm nothing.',
      }),
    written: () =>
      userId().nullable().meta({
        description: 'A member of the organization, but not the owner. `null`: nobody in particular.',
      }),
    edited: () => z.string().nullable(),
  },
  labels: {
    shown: () => z.array(goalLabel()).meta({ description: 'The labels of the goal, sorted by name.' }),
  },
  labelIds: {
    written: () =>
      z
        .array(uuid())
        .max(maximumLabelsPerGoal, `Use at most ${maximumLabelsPerGoal} labels.`)
        .refine((ids) => new Set(ids).size === ids.length, problem('List each label only once.', 'repeated'))
        .meta({ uniqueItems: true }),
    edited: () => z.array(uuidOutput()),
  },
  progress: { shown: goalProgress },
  cadence: {
    shown: () => goalCadence().nullable(),
    written: () => goalCadence().nullable(),
    edited: () => goalCadence().nullable(),
  },
  // Goals that were exported before goals had parents lack these fields.
  parentGoalId: {
    shown: () =>
      uuidOutput()
        .nullable()
        .default(null)
        .meta({ description: 'The goal above. `null` if there is none, or none that the caller sees.' }),
    written: writtenParent,
    edited: () => uuidOutput().nullable(),
  },
  ancestors: {
    shown: () =>
      z
        .array(goalAncestor())
        .default([])
        .meta({
          description: `The goals above that the caller sees, top first, at most ${maximumAncestors}.`,
        }),
  },
  blockedByGoalIds: {
    written: writtenBlockers,
    edited: () => z.array(uuidOutput()),
  },
  blockedBy: {
    shown: () =>
      z
        .array(goalBlocker())
        .default([])
        .meta({
          description: `The goals that this one waits for and the caller sees, at most ${maximumBlockers}.`,
        }),
  },
  ready: {
    shown: () =>
      z.boolean().default(false).meta({
        description:
          'Whether somebody can work on it: it is active, nobody has claimed it, every blocker is completed, archived or deleted, and no sub-goal is active or paused.',
      }),
  },
  notReady: { shown: () => notReady().optional() },
  rollup: {
    shown: () =>
      goalRollup().nullable().default(null).meta({
        description:
          'What the goals below add up to. `null` without sub-goals, or if the caller does not see all of them.',
      }),
  },
  rollupWeight: {
    // Goals that were exported before there were weights have none.
    shown: () => rollupWeight().default(1),
    written: rollupWeight,
    edited: rollupWeight,
  },
  claim: {
    // Goals that were exported before there were claims lack this field and the next ones.
    shown: () =>
      goalClaim()
        .nullable()
        .default(null)
        .meta({ description: 'Who works on the goal. `null` if nobody does, or the lease has expired.' }),
  },
  used: { shown: () => goalUsed().default(noUsage) },
  budget: {
    shown: () => goalBudget().nullable().default(null),
    written: () => goalBudget().nullable(),
    edited: () => goalBudget().nullable(),
  },
  verification: {
    shown: () => goalVerification().default('none'),
    written: goalVerification,
    edited: goalVerification,
  },
  nextReportDueAt: {
    shown: () =>
      timestamp().nullable().meta({
        description:
          'The last report, or publication, plus the cadence while the goal is active; otherwise `null`.',
      }),
  },
  attention: {
    shown: () =>
      z.array(attentionReason()).meta({
        description: 'Why the goal needs somebody at the time of the request. Empty unless it is active.',
      }),
  },
  revision: {
    shown: () => z.int().meta({ description: 'Starts at 1 and increases by 1 with each report.' }),
  },
  version: {
    shown: () =>
      z.int().meta({ description: 'Starts at 1 and increases by 1 with each report and each edit.' }),
  },
  historyHash: {
    shown: () => sha256().meta({ description: 'The hash of the newest entry of the history.' }),
  },
  createdAt: { shown: timestamp },
  createdByUserId: { shown: text },
  updatedAt: { shown: timestamp },
  updatedByUserId: { shown: text },
  detailedDescription: {
    shown: () => z.string().meta({ description: 'What the goal is about, in Markdown.' }),
    written: () => longText('Describe the goal.'),
    isRequired: true,
    edited: text,
  },
  criteria: {
    shown: () => z.array(goalCriterion()),
    written: writtenCriteria,
    edited: () => z.array(criterionDefinition()),
  },
  measures: {
    shown: () => z.array(goalMeasure()),
    written: writtenMeasures,
    edited: () => z.array(measureDefinition()),
  },
} as const satisfies Record<string, FieldSchemas>

type Fields = typeof fields
type Kind = 'shown' | 'written' | 'published' | 'edited'
/** The schema of one kind, or never if the field has none. */
type SchemaOf<Name extends keyof Fields, K extends Kind> =
  Fields[Name] extends Record<K, () => infer S extends z.ZodType> ? S : never
type NamesWith<K extends PropertyKey> = {
  [Name in keyof Fields]: Fields[Name] extends Record<K, unknown> ? Name : never
}[keyof Fields]

/** The schemas of one kind of the named fields, in the order of the names. */
function shapeOf<Name extends keyof Fields, K extends Kind>(names: readonly Name[], kind: K) {
  const all: Record<string, FieldSchemas> = fields
  const shape = names.map((name) => [name, all[name]?.[kind]?.()])
  return Object.fromEntries(shape) as { [N in Name]: SchemaOf<N, K> }
}

const shownNames = (Object.keys(fields) as (keyof Fields)[]).filter(
  (name): name is NamesWith<'shown'> => 'shown' in fields[name],
)
const isText = (name: string): name is TextFieldName =>
  editableFieldNames.some((field) => field === name && isTextField(field))

/** The fields that a summary and a whole goal share. */
export const summaryShape = () =>
  shapeOf(
    shownNames.filter((name): name is Exclude<typeof name, TextFieldName> => !isText(name)),
    'shown',
  )

/** The fields of a whole goal that a summary lacks. */
export const textShape = () => shapeOf(shownNames.filter(isText), 'shown')

const isPublishedOtherwise = (name: EditableFieldName): name is EditableFieldName & NamesWith<'published'> =>
  'published' in fields[name]
const isRequired = (name: EditableFieldName): name is EditableFieldName & NamesWith<'isRequired'> =>
  'isRequired' in fields[name]

type PublishedSchemaOf<Name extends EditableFieldName> =
  Name extends NamesWith<'published'> ? SchemaOf<Name, 'published'> : SchemaOf<Name, 'written'>
type NewGoalShape = {
  [Name in EditableFieldName]: Name extends NamesWith<'isRequired'>
    ? PublishedSchemaOf<Name>
    : z.ZodOptional<PublishedSchemaOf<Name>>
}

/** The fields that create a goal, required ones first. */
export function newGoalShape() {
  const names = [
    ...editableFieldNames.filter(isRequired),
    ...editableFieldNames.filter((name) => !isRequired(name)),
  ]
  const schemaOf = (name: EditableFieldName): z.ZodType =>
    isPublishedOtherwise(name) ? fields[name].published() : fields[name].written()
  const shape = names.map((name) => [name, isRequired(name) ? schemaOf(name) : schemaOf(name).optional()])
  return Object.fromEntries(shape) as NewGoalShape
}

/** The fields that an edit may set. Those that it may set to more than a new goal are last. */
export function writtenShape() {
  const names = [
    ...editableFieldNames.filter((name) => !isPublishedOtherwise(name)),
    ...editableFieldNames.filter(isPublishedOtherwise),
  ]
  return shapeOf(names, 'written')
}

type EditedShape = {
  [Name in EditableFieldName]: z.ZodOptional<
    z.ZodObject<{ from: SchemaOf<Name, 'edited'>; to: SchemaOf<Name, 'edited'> }, z.core.$strict>
  >
}

/** The fields that an edit can change, each with its value before and after. */
export function editedShape() {
  const changes = editableFieldNames.map((name) => {
    const value: z.ZodType = fields[name].edited()
    return [name, z.strictObject({ from: value, to: value }).optional()]
  })
  return Object.fromEntries(changes) as EditedShape
}
