/** How the fields of a goal are given on the command line, and how exports and imports carry them. */
import type { CairnClient, CreateGoalRequest, Goal, UpdateGoalRequest } from '@cairn/client'
import { verificationNames } from '@cairn/contract/display/value-names'
import type { EditableFieldName } from '@cairn/contract/goals/fields'
import { goalVerifications } from '@cairn/contract/goals/goal-words'
import {
  finite,
  finiteNumber,
  goalIdIn,
  oneOf,
  pair,
  several,
  severalGoals,
  textOf,
  timeframeOf,
  wholeNumber,
} from './arguments.ts'
import { findLabels } from './commands/goal/labels-by-name.ts'
import type { Connection, Context } from './context.ts'
import { namesCell } from './csv/cells/list-cell.ts'
import { jsonText, oneLine } from './output/escape.ts'
import { budgetOf, dueOf, ownerName } from './output/words.ts'
import { ownerIn, type People } from './people.ts'

/** Options as they were parsed. */
export type FieldOptions = {
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
  parent?: string | false
  blockedBy?: string[] | false
  weight?: number
  owner?: string
  reviewer?: string
  verification?: Goal['verification']
}

export type Cell = string | number | null | undefined

/** The column of a field in exports and imports of tables. */
type Column = {
  /** Its name in `--map`. */
  name: string
  /** Its content, in the help of `--map`. */
  about: string
  /** Its headings. The first is that of an export. */
  headings: readonly [string, ...string[]]
  /** Whether it has several values, which may be in columns of one heading. */
  isList?: true
  cell: (goal: Goal) => Cell
  /** Returns the value that a text of an import has, or tells the problem. Absent where more than the text decides. */
  read?: (text: string, problem: (message: string) => void) => unknown
}

/** A method, because each parser knows what the one before has returned. */
type Parser = { parse(argument: string, before: unknown): unknown }['parse']
type Option = readonly [flags: string, description: string, parse?: Parser]

type Place = { context: Context; connect: () => Promise<Connection>; goal: Goal | undefined }

type GoalField<Value> = {
  options: readonly Option[]
  /** Returns the value that options give; undefined if none does. `goal` is what is edited. */
  given: (options: FieldOptions, place: Place) => Value | undefined | Promise<Value | undefined>
  /** Returns the value with which a copy of a goal is created. Absent if copies do not take it over. */
  copied?: (goal: Goal) => Value | undefined
  /** The line that `cairn goal show` has for it; undefined for none. */
  fact?: (goal: Goal, people: People) => readonly [name: string, value: string] | undefined
  column: Column
}

/** In the order of `--help`. */
export const goalFields = {
  title: {
    options: [['--title <text>', 'at most 200 characters']],
    given: ({ title }) => title,
    copied: ({ title }) => title,
    column: { name: 'title', about: 'the title', headings: ['title'], cell: ({ title }) => title },
  },
  detailedDescription: {
    options: [
      ['--description <text>', 'what the goal is about, in Markdown'],
      ['--description-file <file>', 'the same from a file, or from standard input with -'],
    ],
    given: ({ description, descriptionFile }, { context }) =>
      descriptionFile === undefined ? description : textOf(descriptionFile, context.io),
    copied: ({ detailedDescription }) => detailedDescription,
    column: {
      name: 'description',
      about: 'what the goal is about, in Markdown',
      headings: ['description'],
      cell: ({ detailedDescription }) => detailedDescription,
    },
  },
  timeframe: {
    options: [
      ['--due <date>', 'a deadline, such as 2027-06-30'],
      ['--continuous', 'no deadline'],
    ],
    given: timeframeOf,
    fact: ({ timeframe }) => ['Time', dueOf(timeframe)],
    // A new goal needs one.
    copied: ({ timeframe }) => (timeframe.kind === 'unspecified' ? { kind: 'continuous' } : timeframe),
    column: {
      name: 'due',
      about: 'the target date',
      headings: ['due'],
      cell: ({ timeframe }) => (timeframe.kind === 'deadline' ? timeframe.targetDate : timeframe.kind),
    },
  },
  criteria: {
    options: [
      ['--criterion <text>', 'what must be true; may be repeated, and adds to what is there', several],
    ],
    given: ({ criterion }, { goal }) =>
      criterion && [...writtenCriteria(goal), ...criterion.map(criterionOf)],
    copied: ({ criteria }) => criteria.map(({ title, description }) => ({ title, description })),
    column: {
      name: 'criteria',
      about: 'what must be true, one a line',
      headings: ['criteria'],
      isList: true,
      cell: ({ criteria }) =>
        listCell(
          criteria.map(({ title, description, verdict }) => ({
            title,
            description,
            result: verdict?.result,
          })),
        ),
    },
  },
  measures: {
    options: [['--measure <text>', 'such as "Median response: 48..24 hours"; may be repeated', several]],
    given: ({ measure }, { goal }) => measure && [...writtenMeasures(goal), ...measure.map(measureOf)],
    copied: ({ measures }) =>
      measures.map(({ title, unit, start, target }) => ({ title, unit, start, target })),
    column: {
      name: 'measures',
      about: 'such as "Median response: 48..24 hours", one a line',
      headings: ['measures'],
      isList: true,
      cell: ({ measures }) =>
        listCell(
          measures.map(({ title, unit, start, target, current }) => ({
            title,
            unit,
            start,
            target,
            value: current?.value,
          })),
        ),
    },
  },
  ownerUserId: {
    options: [['--owner <user>', 'me, none, or a member by name, address or id']],
    given: async ({ owner }, { connect }) =>
      owner === undefined ? undefined : ownerOf(await connect(), owner),
    fact: ({ ownerUserId }, people) => ['Owner', ownerName(ownerUserId, people)],
    column: {
      name: 'owner',
      about: 'the address or name of a member',
      headings: ['owner', 'owner_name'],
      cell: ({ ownerUserId }) => ownerUserId,
    },
  },
  labelIds: {
    options: [['--label <name>', 'a label by name or id; may be repeated', several]],
    given: async ({ label, labels }, { connect }) => {
      // `--label` names all labels that the goal has afterwards; `--no-labels` removes them.
      if (labels === false) return []
      return label && findLabels((await connect()).cairn, label)
    },
    fact: ({ labels }) =>
      labels.length === 0 ? undefined : ['Labels', labels.map(({ name }) => oneLine(name)).join(', ')],
    column: {
      name: 'labels',
      about: 'names of labels, separated by commas',
      headings: ['labels'],
      isList: true,
      cell: ({ labels }) => namesCell(labels.map(({ name }) => name)),
    },
  },
  cadence: {
    options: [['--every <days>', 'how often a report is due', wholeNumber]],
    given: ({ every }) => (every === undefined ? undefined : { everyDays: every }),
    copied: ({ cadence }) => cadence,
    column: {
      name: 'every',
      about: 'how often a report is due, in days',
      headings: ['every_days', 'every'],
      cell: ({ cadence }) => cadence?.everyDays,
      read: (text, problem) => {
        if (/^[1-9]\d*$/.test(text) && Number(text) <= 366) return { everyDays: Number(text) }
        return problem(`"${text.slice(0, 60)}" is not a number of days from 1 to 366.`)
      },
    },
  },
  // Copies take over parent and blockers by the ids of other copies: the import sets them.
  parentGoalId: {
    options: [['--parent <goal>', 'the goal above, by id or page', goalIdIn]],
    given: ({ parent }) => (parent === false ? null : parent),
    fact: ({ ancestors }) =>
      ancestors.length === 0 ? undefined : ['Path', ancestors.map(({ title }) => oneLine(title)).join(' › ')],
    column: {
      name: 'parent',
      about: 'the row or goal above, by id or title',
      headings: ['parent_goal_id', 'parent'],
      cell: ({ parentGoalId }) => parentGoalId,
    },
  },
  blockedByGoalIds: {
    options: [
      [
        '--blocked-by <goal>',
        'a goal that must be finished first, by id or page; may be repeated, and replaces those before',
        severalGoals,
      ],
    ],
    given: ({ blockedBy }) => (blockedBy === false ? [] : blockedBy),
    column: {
      name: 'blocked_by',
      about: 'the rows or goals that must be finished first, by id or title, separated by commas',
      headings: ['blocked_by_goal_ids', 'blocked_by'],
      isList: true,
      cell: ({ blockedBy }) => namesCell(blockedBy.map(({ id }) => id)),
    },
  },
  rollupWeight: {
    options: [
      ['--weight <number>', 'how much it counts in the progress of a goal above it, 0 to 1000', finite],
    ],
    given: ({ weight }) => weight,
    copied: (goal) => goal.rollupWeight,
    fact: (goal) => (goal.rollupWeight === 1 ? undefined : ['Weight', `${goal.rollupWeight}`]),
    column: {
      name: 'weight',
      about: 'how much it counts in the progress of a goal above it, 0 to 1000',
      headings: ['rollup_weight', 'weight'],
      cell: (goal) => goal.rollupWeight,
      read: (text, problem) =>
        /^\d+$/.test(text) ? Number(text) : problem(`"${text.slice(0, 60)}" is not a whole number.`),
    },
  },
  // Only people set it, in the web app.
  budget: {
    options: [],
    given: () => undefined,
    fact: ({ budget }) => (budget === null ? undefined : ['Budget', budgetOf(budget)]),
    column: {
      name: 'budget',
      about: 'what work should use at most, which an import leaves out',
      headings: ['budget'],
      cell: ({ budget }) => (budget === null ? null : jsonText(budget)),
    },
  },
  // The members of another organization are others.
  reviewerUserId: {
    options: [
      ['--reviewer <user>', 'who confirms what is met: me, none, or a member by name, address or id'],
    ],
    given: async ({ reviewer }, { connect }) =>
      reviewer === undefined ? undefined : ownerOf(await connect(), reviewer),
    fact: ({ reviewerUserId }, people) =>
      reviewerUserId === null ? undefined : ['Reviewer', ownerName(reviewerUserId, people)],
    column: {
      name: 'reviewer',
      about: 'who confirms what is met, which an import leaves out',
      headings: ['reviewer'],
      cell: ({ reviewerUserId }) => reviewerUserId,
    },
  },
  verification: {
    options: [
      [
        '--verification <kind>',
        'other_person: somebody else confirms each criterion before the goal is completed; or none',
        oneOf(goalVerifications),
      ],
    ],
    given: ({ verification }) => verification,
    // The default of the other organization may ask for more.
    copied: ({ verification }) => (verification === 'none' ? undefined : verification),
    fact: ({ verification }) =>
      verification === 'none' ? undefined : ['Verification', verificationNames[verification]],
    column: {
      name: 'verification',
      about: 'other_person, if somebody else confirms each criterion',
      headings: ['verification'],
      cell: ({ verification }) => verification,
      read: (text, problem) => {
        if (text === 'other_person') return text
        return text === 'none'
          ? undefined
          : problem(`"${text.slice(0, 60)}" is not "other_person" or "none".`)
      },
    },
  },
} as const satisfies { [Name in EditableFieldName]: GoalField<NonNullable<UpdateGoalRequest[Name]> | null> }

/** The names of the fields in `--map`. */
export type ColumnName = (typeof goalFields)[EditableFieldName]['column']['name']

export const everyGoalField = Object.entries(goalFields) as [
  EditableFieldName,
  GoalField<unknown> & { column: { name: ColumnName } },
][]

/** The options that set each field. */
export const optionsOfFields = Object.fromEntries(
  everyGoalField.map(([name, { options }]) => [name, options.map(([flags]) => flags.split(' ')[0] ?? flags)]),
) as Record<EditableFieldName, string[]>

/** Returns the fields that options give. */
export async function givenFields(options: FieldOptions, place: Place): Promise<UpdateGoalRequest> {
  const fields: [string, unknown][] = []
  for (const [name, { given }] of everyGoalField) {
    const value = await given(options, place)
    if (value !== undefined) fields.push([name, value])
  }
  return Object.fromEntries(fields)
}

/** The values with which a copy of a goal is created. It belongs to whoever creates it. */
export function copyOf(goal: Goal, labelIds: string[]): CreateGoalRequest {
  const fields = everyGoalField.flatMap(([name, { copied }]) => (copied ? [[name, copied(goal)]] : []))
  return { ...Object.fromEntries(fields), labelIds }
}

async function ownerOf({ cairn, me }: { cairn: CairnClient; me: Connection['me'] }, owner: string) {
  if (owner === 'none') return null
  return owner === 'me' ? (await me()).user.id : ownerIn(cairn, owner)
}

/** A criterion that needs no more words. */
export const criterionOf = (title: string) => ({ title, description: title })

/** `Median response: 48..24 hours`. */
export function measureOf(argument: string) {
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

/** The criteria of a goal as a request has them. */
export const writtenCriteria = (goal: Goal | undefined) =>
  goal?.criteria.map(({ id, title, description }) => ({ id, title, description })) ?? []

/** The measures of a goal as a request has them. */
export const writtenMeasures = (goal: Goal | undefined) =>
  goal?.measures.map(({ current: _, progress: __, ...written }) => written) ?? []

/** Returns a list as JSON, which an import reads: texts in it have several lines. */
const listCell = (list: readonly object[]) => (list.length > 0 ? jsonText(list) : '')
