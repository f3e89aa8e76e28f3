import {
  type AttentionReason,
  attentionReasons,
  type GoalStatus,
  goalHealths,
  goalStatuses,
} from '@cairn/contract/goals/goal-words'
import { definedIn, oneOf, someOf, textOf, textsOf } from '../../app/routing/search.ts'
import { type DueGroup, dueGroups, isPeriod } from './filter/due-group.ts'

export const healthFilters = [...goalHealths, 'none'] as const
/** Days since the last change. */
export const changedDays = ['1', '7', '30', '90'] as const

/** By what the list is divided into groups. */
export const groupings = ['owner', 'health', 'label', 'due'] as const
export type Grouping = (typeof groupings)[number]
/** Other orders than the service's, which lists recently changed goals first. */
export const orders = ['title', 'due', 'progress', 'reported', 'attention'] as const
export type Order = (typeof orders)[number]
/** The look of goals in the list. Lines are the default. */
export const looks = ['cards', 'timeline', 'tree'] as const

/** The filters that take several values, one of which must match, or none if the filter is in `not`. */
export const filterNames = ['status', 'health', 'ownerUserId', 'labelId', 'due', 'attention'] as const
export type FilterName = (typeof filterNames)[number]

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters are in the address so that a view can be shared. */
export type GoalsSearch = {
  q?: string | undefined
  status?: GoalStatus[] | undefined
  health?: (typeof healthFilters)[number][] | undefined
  /** Ids of users, `me`, and `none`. */
  ownerUserId?: string[] | undefined
  /** Ids of labels, and `none`. */
  labelId?: string[] | undefined
  /** The time until a goal is due, or periods with its target date, as the service takes them. */
  due?: (DueGroup | string)[] | undefined
  attention?: AttentionReason[] | undefined
  changedDays?: (typeof changedDays)[number] | undefined
  /** The id of a goal: it, and the goals below it. */
  below?: string | undefined
  /** The filters whose values must not match. */
  not?: FilterName[] | undefined
  group?: Grouping | undefined
  sort?: Order | undefined
  look?: (typeof looks)[number] | undefined
  /** The saved view that was opened, from which the rest may differ meanwhile. */
  view?: string | undefined
}

/** Ignores invalid values. `title` is in addresses from before the search. */
export function parseGoalsSearch(search: Record<string, unknown>): GoalsSearch {
  const { q = search.title } = search
  const idOf = (given: unknown) => {
    const id = textOf(given)
    return id !== undefined && uuid.test(id) ? id : undefined
  }
  const labelIds = textsOf(search.labelId)?.filter((id) => id === 'none' || uuid.test(id))
  const filters = definedIn<GoalsSearch>({
    q: textOf(typeof q === 'string' ? q.trim() : q),
    status: someOf(goalStatuses, search.status),
    health: someOf(healthFilters, search.health),
    ownerUserId: textsOf(search.ownerUserId),
    labelId: labelIds && labelIds.length > 0 ? labelIds : undefined,
    due: dueIn(search.due),
    attention: someOf(attentionReasons, search.attention),
    changedDays: oneOf(changedDays, search.changedDays),
    below: idOf(search.below),
    group: oneOf(groupings, search.group),
    sort: oneOf(orders, search.sort),
    look: oneOf(looks, search.look),
    view: idOf(search.view),
  })
  const not = someOf(filterNames, search.not)?.filter((name) => filters[name] !== undefined)
  return not && not.length > 0 ? { ...filters, not } : filters
}

function dueIn(given: unknown): string[] | undefined {
  const chosen = [...(someOf(dueGroups, given) ?? []), ...(textsOf(given)?.filter(isPeriod) ?? [])]
  return chosen.length > 0 ? chosen : undefined
}

/** Whether some goals may be missing because of filters or a search. */
export function isFiltered(search: GoalsSearch): boolean {
  return [...filterNames, 'q' as const, 'changedDays' as const, 'below' as const].some(
    (name) => search[name] !== undefined,
  )
}
