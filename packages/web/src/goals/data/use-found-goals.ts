import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { goalsKey, listGoalSummaries } from './queries.ts'

/**
 * - `recent`: nothing was typed, so the goals that were opened last are shown.
 * - `searching`: the service has not answered for what was typed, or has not even been asked.
 * - `found`: the service has answered, perhaps with no goal.
 */
type SearchState = 'recent' | 'searching' | 'found' | 'failed'

type Search = {
  /** The typed text, without spaces around it. */
  text: string
  /** The text of the last request. Lags behind the typed text. */
  asked: string
  isFetching: boolean
  isError: boolean
}

export function searchState({ text, asked, isFetching, isError }: Search): SearchState {
  if (text === '') return 'recent'
  if (text !== asked || isFetching) return 'searching'
  return isError ? 'failed' : 'found'
}

export type FoundGoal = Goal | GoalSummary

/** A request for what was typed, not for every letter. */
const debounceMilliseconds = 150
const shownGoals = 8

type Options = {
  /** How many goals are found at most. */
  limit?: number
  /** Without words, the open goals that changed last are offered, not those that this tab opened last. */
  hasSuggestions?: boolean
}

/** The goals whose words begin with the words that were typed; without any, the goals that this tab opened last. */
export function useFoundGoals(
  typed: string,
  { limit = shownGoals, hasSuggestions = false }: Options = {},
): { goals: readonly FoundGoal[]; search: SearchState } {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [q, setQ] = useState('')
  const text = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), debounceMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  const found = useQuery({
    queryKey: [...goalsKey(organization.id), 'found', q, limit],
    queryFn: () => listGoalSummaries(q === '' ? { status: 'active,paused' } : { q }, { limit }),
    enabled: q !== '' || hasSuggestions,
    // The list stays while the next one loads, so that nothing jumps.
    ...(hasSuggestions && { placeholderData: keepPreviousData }),
  })

  function recentGoals(): FoundGoal[] {
    const queries = queryClient.getQueryCache().findAll({ queryKey: [...goalsKey(organization.id), 'one'] })
    return queries
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
      .flatMap(({ state }) => (state.data as { goal: Goal } | undefined)?.goal ?? [])
      .slice(0, limit)
  }

  const { isFetching, isError } = found
  return {
    goals: text === '' && !hasSuggestions ? recentGoals() : (found.data?.goals ?? []),
    search: searchState({ text, asked: q, isFetching, isError }),
  }
}
