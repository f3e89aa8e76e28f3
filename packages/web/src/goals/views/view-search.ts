import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { parseSearch, stringifySearch } from '../../app/routing/search.ts'
import { language } from '../../language/language.ts'
import { type GoalsSearch, parseGoalsSearch } from '../list/goals-search.ts'

/** The part of the list's search that a view stores: filters, order and look, as in the address, but not which view was opened. */
export function queryOf({ view: _, ...search }: GoalsSearch): string {
  return stringifySearch({
    ...search,
    // In an order of their own, because people choose them in any. The others have one.
    ownerUserId: search.ownerUserId?.toSorted(),
    labelId: search.labelId?.toSorted(),
  }).slice(1)
}

/** The list that a view shows. What this version of the app does not know is ignored. */
export function searchOf({ id, query }: Pick<GoalView, 'id' | 'query'>): GoalsSearch {
  return { ...parseGoalsSearch(parseSearch(query)), view: id }
}

/** Whether the list is as the view was saved. Other orders of the same parameters are the same. */
function isAsSaved(view: GoalView, search: GoalsSearch): boolean {
  return queryOf(searchOf(view)) === queryOf(search)
}

/** The view that was opened, or else one that is just like the list. `isChanged`: the list differs from it. */
export function currentView(
  views: readonly GoalView[],
  search: GoalsSearch,
): { view: GoalView; isChanged: boolean } | undefined {
  const view = views.find(({ id }) => id === search.view) ?? views.find((one) => isAsSaved(one, search))
  return view && { view, isChanged: !isAsSaved(view, search) }
}

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })

/** The reader's own views, then the shared ones, each by name as people expect it. */
export function sortViews(views: readonly GoalView[]): GoalView[] {
  return views.toSorted(
    (one, other) => Number(one.isShared) - Number(other.isShared) || collator.compare(one.name, other.name),
  )
}
