import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { GoalText } from '../../storage/table/entities/goals/goal-text.ts'
import { shownFields } from '../../storage/table/entities/goals/row-fields.ts'

/** Returns the fields that people edit, as edits show them. Nested objects are rebuilt, because the table returns their fields in any order. */
export function editableValues({ row, text }: { row: GoalRow; text: GoalText }) {
  return { ...shownFields(row), ...shownTexts(text) }
}

function shownTexts({ detailedDescription, criteria, measures }: GoalText) {
  return {
    detailedDescription,
    criteria: criteria.map(({ id, title, description }) => ({ id, title, description })),
    measures: measures.map(({ id, title, unit, start, target }) => ({ id, title, unit, start, target })),
  }
}
