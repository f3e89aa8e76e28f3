import type { InputOf } from '@cairn/contract'
import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import * as z from 'zod'
import { createRequestOf, emptyGoal, goalValues } from '../../goals/editing/form/goal-values.ts'
import { fromOwnTemplate } from '../../goals/editing/templates/own/from-own-template.ts'

/** The values of the form: a name, and those of a goal that begins with the template. */
export const templateValues = z.object({ name: z.string(), goal: goalValues })
export type TemplateValues = z.output<typeof templateValues>

export type TemplateRequest = Required<InputOf<'createGoalTemplate'>['body']>

/** @param template  The stored one. Without it, the form is empty. */
export function valuesOfTemplate(template: GoalTemplate | undefined): TemplateValues {
  const empty = emptyGoal('')
  return template
    ? { name: template.name, goal: fromOwnTemplate(template, empty) }
    : { name: '', goal: empty }
}

export function templateRequestOf({ name, goal }: TemplateValues): TemplateRequest {
  const {
    detailedDescription,
    labelIds = [],
    cadence = null,
    criteria = [],
    measures = [],
  } = createRequestOf(goal)
  return {
    name,
    title: goal.title.trim() ? goal.title : null,
    detailedDescription: detailedDescription.trim() ? detailedDescription : null,
    labelIds,
    cadence,
    criteria,
    measures,
  }
}

/** Returns the fields that an edit changes, so that those that somebody else has changed meanwhile stay. */
export function changedTemplateFields(
  before: TemplateValues,
  after: TemplateValues,
): Partial<TemplateRequest> {
  const stored = templateRequestOf(before)
  return Object.fromEntries(
    Object.entries(templateRequestOf(after)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof TemplateRequest]),
    ),
  )
}

/** The request that creates a deleted template again. */
export const requestToRestore = (template: GoalTemplate): TemplateRequest =>
  templateRequestOf(valuesOfTemplate(template))
