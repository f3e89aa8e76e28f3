import { definedIn, oneOf } from '../../../app/routing/search.ts'

/** Beginnings of goals of a common kind. */
export const templateNames = ['launch', 'number', 'level', 'project', 'routine'] as const
export type TemplateName = (typeof templateNames)[number]

/** The template in the address of the form. */
export function parseNewGoalSearch(search: Record<string, unknown>): { template?: TemplateName | undefined } {
  return definedIn({ template: oneOf(templateNames, search.template) })
}
