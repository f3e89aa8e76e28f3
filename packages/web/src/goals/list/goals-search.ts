import {
  type AttentionReason,
  attentionReasons,
  type GoalStatus,
  goalHealths,
  goalStatuses,
} from '@cairn/contract/goals/goal-words'
import type { GoalFilters } from '../goal-summaries.ts'

export const healthFilters = [...goalHealths, 'none'] as const
/** Days since the last change. */
export const changedDays = ['1', '7', '30', '90'] as const

/** Several values, separated by commas in the address. Unknown values are ignored; without any, everything matches. */
function someOf<const Value extends string>(values: readonly Value[], given: unknown): Value[] | undefined {
  const parts: unknown[] = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : []
  const chosen = values.filter((value) => parts.includes(value))
  return chosen.length > 0 ? chosen : undefined
}

const oneOf = <const Value extends string>(values: readonly Value[], given: unknown) =>
  values.find((value) => value === given)

/** Text of 1 to 200 characters. */
const textOf = (given: unknown) =>
  typeof given === 'string' && given.length > 0 && given.length <= 200 ? given : undefined

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
}

/** Ignores invalid values. `title` is in addresses from before the search. Without zod, because every page knows all addresses. */
export function parseGoalsSearch(search: Record<string, unknown>): GoalsSearch {
  const { q = search.title } = search
  const labelId = textOf(search.labelId)
  const parsed: GoalsSearch = {
    q: textOf(typeof q === 'string' ? q.trim() : q),
    status: someOf(goalStatuses, search.status),
    health: someOf(healthFilters, search.health),
    ownerUserId: textOf(search.ownerUserId),
    labelId: labelId !== undefined && uuid.test(labelId) ? labelId : undefined,
    attention: oneOf(attentionReasons, search.attention),
    changedDays: oneOf(changedDays, search.changedDays),
  }
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined))
}

/** Changes since the beginning of a day, so that the list stays the same until the next day. */
export function goalFilters(
  { status, health, changedDays: days, ...rest }: GoalsSearch,
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
