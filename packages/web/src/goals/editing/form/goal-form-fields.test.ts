/** Every field of a goal in the form, from the declaration of the fields. */
import { type EditableFieldName, editableFieldNames, fieldNames } from '@cairn/contract/goals/fields'
import { germanFieldNames } from '@cairn/contract/goals/fields.de'
import { describe, expect, test } from 'vitest'
import { mergeEdits, withEdits } from '../merge/merge-edits.ts'
import { goalFormTexts } from './goal-form-texts.ts'
import {
  changedFields,
  changesOf,
  createRequestOf,
  editedFields,
  emptyGoal,
  type GoalValues,
  goalValues,
  withField,
  withStored,
} from './goal-values.ts'

/** Two stored values that differ from each other and from an empty form. */
const values: Record<EditableFieldName, readonly [unknown, unknown]> = {
  title: ['One', 'Two'],
  detailedDescription: ['One.', 'Two.'],
  timeframe: [{ kind: 'continuous' }, { kind: 'deadline', targetDate: '2027-06-30' }],
  ownerUserId: ['email:2', null],
  reviewerUserId: ['email:3', 'email:4'],
  verification: ['other_person', 'none'],
  labelIds: [['a'], ['b']],
  criteria: [[{ id: 'c', title: 'One', description: 'd' }], [{ id: 'c', title: 'Two', description: 'd' }]],
  measures: [
    [{ id: 'm', title: 'One', unit: null, start: 0, target: 1 }],
    [{ id: 'm', title: 'Two', unit: null, start: 0, target: 1 }],
  ],
  cadence: [{ everyDays: 7 }, { everyDays: 14 }],
  parentGoalId: ['a', 'b'],
  blockedByGoalIds: [['a'], ['b']],
  rollupWeight: [0, 2],
  budget: [{ tokens: 5, costMicros: 1_500_000 }, { seconds: 60 }],
}
const base: GoalValues = { ...emptyGoal('email:1'), title: 'Title', hasOwnTitle: true }

describe.each(editableFieldNames)('%s', (field) => {
  const [one, two] = values[field]
  const mine = withStored(base, { [field]: one })
  const theirs = withStored(base, { [field]: two })
  const edit = { fields: { [field]: { from: one, to: two } } }

  test('alone is sent if it alone was changed', () => {
    expect(changedFields(base, mine)).toEqual([field])
    expect(changesOf(mine, mine)).toEqual({})
    expect(createRequestOf(mine)).toHaveProperty(field)
  })

  test('is kept in a draft', () => {
    expect(goalValues.parse(JSON.parse(JSON.stringify(mine)))).toEqual(mine)
  })

  test('is shown as edits show it', () => {
    expect(editedFields(mine, theirs, [field])).toEqual(edit.fields)
  })

  test('is merged with the edits of others, and chosen if both changed it', () => {
    expect(withEdits(mine, [edit])).toEqual(theirs)
    expect(mergeEdits(base, base, theirs)).toEqual({ merged: theirs, overlaps: [] })
    expect(withField(mine, field, theirs)).toEqual(theirs)
    const { merged, overlaps } = mergeEdits(base, mine, theirs)
    // Labels and blockers that both have added are kept.
    if (field === 'labelIds' || field === 'blockedByGoalIds') expect(merged[field]).toEqual(['a', 'b'])
    // It has two values, so only one of both can have changed it.
    else if (field === 'verification') expect({ merged, overlaps }).toEqual({ merged: mine, overlaps: [] })
    else expect({ merged, overlaps }).toEqual({ merged: mine, overlaps: [field] })
  })

  test('has a name in both languages, and words for problems', () => {
    expect(fieldNames[field]).toMatch(/^\p{Lu}/u)
    expect(germanFieldNames[field]).toMatch(/^\p{Lu}/u)
    expect(goalFormTexts).toHaveProperty([field])
  })
})
