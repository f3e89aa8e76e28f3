import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { criterionRowOf, type GoalValues, measureRowOf } from '../../form/goal-values.ts'

/** The values of the form for a goal that begins with a template of the organization. */
export function fromOwnTemplate(template: GoalTemplate, empty: GoalValues): GoalValues {
  const { title, detailedDescription, labelIds, cadence, criteria, measures } = template
  return {
    ...empty,
    ...(title !== null && { title, hasOwnTitle: true }),
    detailedDescription: detailedDescription ?? '',
    labelIds,
    // Rows are new in each goal.
    criteria: criteria.map((criterion) => ({ ...criterionRowOf(criterion), key: crypto.randomUUID() })),
    measures: measures.map((measure) => ({ ...measureRowOf(measure), key: crypto.randomUUID() })),
    everyDays: cadence === null ? '' : String(cadence.everyDays),
  }
}
