import type { EditableFieldName, FormFieldName, FormWords } from './fields.ts'

type GermanWords = {
  /** The name of the field in forms and histories. */
  name: string
  /** The field as the object of a sentence, with its article. */
  object: string
  form?: FormWords
}

/** The words of the table of fields in German. */
export const germanFields: Record<EditableFieldName, GermanWords> &
  Record<FormFieldName, { form: FormWords }> = {
  title: { name: 'Titel', object: 'den Titel' },
  detailedDescription: { name: 'Beschreibung', object: 'die Beschreibung' },
  timeframe: { name: 'Zeitraum', object: 'den Zeitraum' },
  ownerUserId: { name: 'Verantwortlich', object: 'die verantwortliche Person' },
  reviewerUserId: { name: 'Prüfung durch', object: 'die prüfende Person' },
  labelIds: { name: 'Labels', object: 'die Labels' },
  criteria: { name: 'Erfolgskriterien', object: 'die Erfolgskriterien' },
  verification: { name: 'Bestätigung', object: 'die Bestätigung' },
  measures: { name: 'Messwerte', object: 'die Messwerte' },
  cadence: { name: 'Rhythmus', object: 'den Berichtsrhythmus' },
  parentGoalId: { name: 'Übergeordnetes Ziel', object: 'das übergeordnete Ziel' },
  blockedByGoalIds: { name: 'Blockierende Ziele', object: 'die Ziele, auf die es wartet' },
  rollupWeight: {
    name: 'Gewicht',
    object: 'das Gewicht',
    form: {
      hint: 'Wie stark dieses Ziel beim Fortschritt des übergeordneten Ziels zählt. 1 ist üblich, 2 zählt doppelt, 0 gar nicht.',
      problem: 'Gib eine ganze Zahl von 0 bis 1.000 ein.',
    },
  },
  budget: { name: 'Budget', object: 'das Budget' },
}

/** The names of the fields in German. */
export const germanFieldNames = Object.fromEntries(
  Object.entries(germanFields).map(([field, { name }]) => [field, name]),
) as Record<EditableFieldName, string>

/** The words of forms about fields of one input, in German. */
export const germanFieldForms = Object.fromEntries(
  Object.entries(germanFields).flatMap(([field, { form }]) => (form ? [[field, form]] : [])),
) as Record<FormFieldName, FormWords>
