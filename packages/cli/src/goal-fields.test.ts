/** Every field of a goal on the command line, from the declaration of the fields. */
import type { Goal } from '@cairn/client'
import { type EditableFieldName, editableFieldNames } from '@cairn/contract/goals/fields'
import { createGoalRequest, updateGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import type { Connection, Context } from './context.ts'
import { planGoal } from './csv/plan-goal.ts'
import { mapColumns } from './csv/table/mapping.ts'
import { readRow } from './csv/table/read-row.ts'
import {
  copyOf,
  everyGoalField,
  type FieldOptions,
  givenFields,
  goalFields,
  optionsOfFields,
} from './goal-fields.ts'

const id = '7b0f3c8e-0000-4000-8000-000000000001'
const otherId = '7b0f3c8e-0000-4000-8000-000000000002'
const verdict = null

/** A goal whose fields are not those of an empty one. */
const goal = {
  title: 'Title',
  detailedDescription: 'Text',
  timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
  ownerUserId: 'email:ann',
  reviewerUserId: 'email:ben',
  verification: 'other_person',
  labels: [{ id, name: 'Office' }],
  criteria: [{ id, title: 'Done', description: 'Done', verdict }],
  measures: [{ id, title: 'Trees', unit: 'pcs', start: 0, target: 100, current: null, progress: null }],
  cadence: { everyDays: 7 },
  parentGoalId: otherId,
  ancestors: [{ id: otherId, title: 'Top' }],
  blockedBy: [{ id: otherId, title: 'Before', status: 'active' }],
  rollupWeight: 0,
  budget: { tokens: 5 },
} as unknown as Goal

/** By field: arguments, and what a request then has. */
const given: Record<Exclude<EditableFieldName, 'budget'>, readonly [string[], unknown]> = {
  title: [['--title', 'Title'], 'Title'],
  detailedDescription: [['--description', 'Text'], 'Text'],
  timeframe: [['--due', '2027-06-30'], { kind: 'deadline', targetDate: '2027-06-30' }],
  ownerUserId: [['--owner', 'none'], null],
  reviewerUserId: [['--reviewer', 'none'], null],
  verification: [['--verification', 'other_person'], 'other_person'],
  labelIds: [['--label', id], [id]],
  criteria: [['--criterion', 'Done'], [{ title: 'Done', description: 'Done' }]],
  measures: [['--measure', 'Trees: 0..100 pcs'], [{ title: 'Trees', start: 0, target: 100, unit: 'pcs' }]],
  cadence: [['--every', '7'], { everyDays: 7 }],
  parentGoalId: [['--parent', `https://cairn.example.com/goals/${otherId}`], otherId],
  blockedByGoalIds: [
    ['--blocked-by', otherId, '--blocked-by', id.toUpperCase()],
    [otherId, id],
  ],
  rollupWeight: [['--weight', '0'], 0],
}

const connection = {
  cairn: {
    async *labels() {
      yield { id, name: 'Office' }
    },
  },
} as unknown as Connection

/** All but the budget, which only people set. */
const settable = editableFieldNames.filter((field) => field !== 'budget')

describe.each(settable)('%s', (field) => {
  test('is given by options, which messages name', async () => {
    const [args, value] = given[field]
    const command = new Command()
    for (const [flags, description, parse] of goalFields[field]
      .options as readonly (typeof everyGoalField)[number][1]['options'][number][]) {
      if (parse) command.option(flags, description, parse)
      else command.option(flags, description)
    }
    command.parse(args, { from: 'user' })
    const place = { context: {} as Context, connect: async () => connection, goal: undefined }
    const fields = await givenFields(command.opts<FieldOptions>(), place)
    expect(fields).toEqual({ [field]: value })
    expect(updateGoalRequest().safeParse(fields).error).toBeUndefined()
    expect(optionsOfFields[field]).toContain(args[0])
  })

  test('goes through a table', () => {
    const columns = everyGoalField.map(([, { column }]) => column.headings[0])
    const cells = everyGoalField.map(([, { column }]) => `${column.cell(goal) ?? ''}`)
    const mapping = mapColumns(columns, { preset: 'cairn' })
    const row = readRow({ line: 2, cells }, { columns } as never, mapping)
    const { goal: planned, problems } = planGoal(row, {
      product: undefined,
      dates: 'ymd',
      words: {},
    } as never)
    expect(problems).toEqual([])
    if (field === 'ownerUserId') expect(planned.owners).toEqual(['email:ann'])
    else if (field === 'labelIds') expect(planned.labels).toEqual(['Office'])
    else if (field === 'parentGoalId') expect(planned.parents).toEqual([otherId])
    else if (field === 'blockedByGoalIds') expect(planned.blockers).toEqual([otherId])
    // The members of another organization are others.
    else if (field === 'reviewerUserId') expect(planned.body).not.toHaveProperty(field)
    else expect(planned.body).toHaveProperty(field, copyOf(goal, [])[field])
  })

  test('is copied to a goal of an import', () => {
    const copy = copyOf(goal, [id])
    expect(createGoalRequest().safeParse(copy).error).toBeUndefined()
    // A copy belongs to whoever makes it, and the import knows the ids of the other copies.
    expect(field in copy).toBe(
      !['ownerUserId', 'reviewerUserId', 'parentGoalId', 'blockedByGoalIds'].includes(field),
    )
  })
})
