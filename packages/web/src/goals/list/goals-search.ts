import {
  type AttentionReason,
  attentionReasons,
  type GoalStatus,
  goalHealths,
  goalStatuses,
} from '@cairn/contract/goals/goal-words'
import { definedIn, oneOf, someOf, textOf } from '../../app/search-values.ts'
import type { GoalFilters } from '../goal-summaries.ts'

export const healthFilters = [...goalHealths, 'none'] as const
/** Days since the last change. */
export const changedDays = ['1', '7', '30', '90'] as const

/** By what the list is divided into groups. */
export const groupings = ['owner', 'health', 'label', 'due'] as const
export type Grouping = (typeof groupings)[number]
/** Other orders than the service's, which lists recently changed goals first. */
export const orders = ['title', 'due', 'progress', 'reported', 'attention'] as const
export type Order = (typeof orders)[number]
/** What a goal looks like in the list. Lines are the default. */
export const looks = ['cards'] as const

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters are in the address so that a view can be shared. */
export type GoalsSearch = {
  q?: string | undefined
  status?: GoalStatus[] | undefined
  health?: (typeof healthFilters)[number][] | undefined
  ownerUserId?: string | undefined
  labelId?: string | undefined
  attention?: AttentionReason | undefined
  changedDays?: (typeof changedDays)[number] | undefined
  group?: Grouping | undefined
  sort?: Order | undefined
  look?: (typeof looks)[number] | undefined
}

/** Ignores invalid values. `title` is in addresses from before the search. */
export function parseGoalsSearch(search: Record<string, unknown>): GoalsSearch {
  const { q = search.title } = search
  const labelId = textOf(search.labelId)
  return definedIn<GoalsSearch>({
    q: textOf(typeof q === 'string' ? q.trim() : q),
    status: someOf(goalStatuses, search.status),
    health: someOf(healthFilters, search.health),
    ownerUserId: textOf(search.ownerUserId),
    labelId: labelId !== undefined && uuid.test(labelId) ? labelId : undefined,
    attention: oneOf(attentionReasons, search.attention),
    changedDays: oneOf(changedDays, search.changedDays),
    group: oneOf(groupings, search.group),
    sort: oneOf(orders, search.sort),
    look: oneOf(looks, search.look),
  })
}

/** Changes since the beginning of a day, so that the list stays the same until the next day. */
export function goalFilters(
  { status, health, changedDays: days, group: _, sort: __, look: ___, ...rest }: GoalsSearch,
  now = new Date(),
): GoalFilters {
  return {
    ...rest,
    status: status?.join(),
    health: health?.join(),
    updatedSince:
      days && new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days)).toISOString(),
  }
}
