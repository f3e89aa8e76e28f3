import { attentionReasons, goalHealths, goalStatuses } from '@cairn/contract/schemas/goal-values'
import * as z from 'zod'
import type { GoalFilters } from '../goal-summaries.ts'

export const healthFilters = [...goalHealths, 'none'] as const
/** Days since the last change. */
export const changedDays = ['1', '7', '30', '90'] as const

/** Several values, separated by commas in the address. Unknown values are ignored; without any, everything matches. */
function someOf<const Value extends string>(values: readonly Value[]) {
  return z
    .unknown()
    .transform((given) => {
      const parts: unknown[] =
        typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : []
      const chosen = values.filter((value) => parts.includes(value))
      return chosen.length > 0 ? chosen : undefined
    })
    .optional()
}

/**
 * The filters are in the address so that a view can be shared. Invalid values are ignored. `title` is in addresses from
 * before the search.
 */
const goalsSearch = z.object({
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
  status: someOf(goalStatuses),
  health: someOf(healthFilters),
  ownerUserId: z.string().min(1).max(200).optional().catch(undefined),
  labelId: z.guid().optional().catch(undefined),
  attention: z.enum(attentionReasons).optional().catch(undefined),
  changedDays: z.enum(changedDays).optional().catch(undefined),
})

export type GoalsSearch = z.infer<typeof goalsSearch>

export function parseGoalsSearch({ title, ...search }: Record<string, unknown>): GoalsSearch {
  return goalsSearch.parse(title === undefined ? search : { q: title, ...search })
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
