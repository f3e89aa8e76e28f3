import { definedIn, oneOf, textOf } from '../../../app/routing/search.ts'

/** Beginnings of goals of a common kind. */
export const templateNames = ['launch', 'number', 'level', 'project', 'routine'] as const
export type TemplateName = (typeof templateNames)[number]

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type NewGoalSearch = {
  template?: TemplateName | undefined
  /** The goal above the new one. */
  parent?: string | undefined
}

/** What the address of the form fills in. */
export function parseNewGoalSearch(search: Record<string, unknown>): NewGoalSearch {
  const parent = textOf(search.parent)
  return definedIn<NewGoalSearch>({
    template: oneOf(templateNames, search.template),
    parent: parent !== undefined && uuid.test(parent) ? parent : undefined,
  })
}
