/**
 * The fields of a goal that people set when they publish it and edit later. From this table and its schemas
 * (`schemas/goals/goal-fields.ts`) follow requests, edits, events and their names in every part of Cairn. Without zod, because most
 * functions and the first page of the web app validate nothing.
 */

type EditableField = {
  /** The record that holds the field: the row, which lists read, or the texts, which only edits of them write again. */
  record: 'row' | 'text'
  /** The name of the field in forms and histories. Sentences write it in lower case. */
  name: string
  /** The words of a form about a field of one input. */
  form?: FormWords
}

export type FormWords = {
  /** A plain explanation. */
  hint: string
  /** Shown if what was entered is not accepted. */
  problem: string
}

/** In the order in which edits name them. */
export const editableFields = {
  title: { record: 'row', name: 'Title' },
  detailedDescription: { record: 'text', name: 'Description' },
  timeframe: { record: 'row', name: 'Timeframe' },
  ownerUserId: { record: 'row', name: 'Owner' },
  reviewerUserId: { record: 'row', name: 'Reviewer' },
  labelIds: { record: 'row', name: 'Labels' },
  criteria: { record: 'text', name: 'Success criteria' },
  verification: { record: 'row', name: 'Verification' },
  measures: { record: 'text', name: 'Measures' },
  cadence: { record: 'row', name: 'Reporting' },
  parentGoalId: { record: 'row', name: 'Parent' },
  blockedByGoalIds: { record: 'row', name: 'Blockers' },
  rollupWeight: {
    record: 'row',
    name: 'Weight',
    form: {
      hint: 'How much this goal counts in the progress of a goal above it. 1 is usual, 2 counts twice as much, 0 not at all.',
      problem: 'Enter a whole number from 0 to 1,000.',
    },
  },
  budget: { record: 'row', name: 'Budget' },
} as const satisfies Record<string, EditableField>

type Table = typeof editableFields
export type EditableFieldName = keyof Table

type StoredIn<Kind extends EditableField['record']> = {
  [Name in EditableFieldName]: Table[Name]['record'] extends Kind ? Name : never
}[EditableFieldName]
/** The fields in the texts of a goal. */
export type TextFieldName = StoredIn<'text'>
/** The fields in the row of a goal. */
export type RowFieldName = StoredIn<'row'>

export const editableFieldNames = Object.keys(editableFields) as [EditableFieldName, ...EditableFieldName[]]

export const isTextField = (name: EditableFieldName): name is TextFieldName =>
  editableFields[name].record === 'text'

// Marked, so that pages, which need neither, leave them out.
export const textFieldNames = /* @__PURE__ */ editableFieldNames.filter(isTextField)
export const rowFieldNames = /* @__PURE__ */ editableFieldNames.filter(
  (name): name is RowFieldName => !isTextField(name),
)

/** The names of the fields in English. */
export const fieldNames = Object.fromEntries(
  editableFieldNames.map((name) => [name, editableFields[name].name]),
) as Record<EditableFieldName, string>

export type FormFieldName = {
  [Name in EditableFieldName]: Table[Name] extends { form: FormWords } ? Name : never
}[EditableFieldName]

/** The words of forms about fields of one input, in English. */
export const fieldForms = Object.fromEntries(
  editableFieldNames.flatMap((name) => {
    const { form }: EditableField = editableFields[name]
    return form ? [[name, form]] : []
  }),
) as Record<FormFieldName, FormWords>
