import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { goalCountsQuery, goalsQuery, isExact, wholeGoalListQuery } from '../data/queries.ts'
import { useClaimEnds } from '../work/use-claim-ends.ts'
import { localFilter, serviceFilters } from './filter/goal-filters.ts'
import type { GoalsSearch } from './goals-search.ts'

/** Groups, other orders, timelines, trees, and some filters need all goals at once. Of more goals, only those that changed last are considered. */
const maximumPages = 10

/** The goals of a search: page by page, or all of them if they are to be arranged. */
export function useGoalList(search: GoalsSearch) {
  const organization = useActiveOrganization()
  const { user } = useSession()
  const filters = serviceFilters(search)
  const matches = localFilter(search, user.id)
  const isArranged =
    search.group !== undefined ||
    search.sort !== undefined ||
    search.look === 'timeline' ||
    search.look === 'tree' ||
    matches !== undefined
  const whole = useQuery({
    ...wholeGoalListQuery(organization.id, filters, maximumPages),
    enabled: isArranged,
    placeholderData: (previous) => previous,
  })
  const paged = useInfiniteQuery({ ...goalsQuery(organization.id, filters), enabled: !isArranged })
  const list = isArranged ? whole : paged
  const goals = isArranged
    ? ((matches ? whole.data?.goals.filter(matches) : whole.data?.goals) ?? [])
    : (paged.data?.pages.flatMap((page) => page.goals) ?? [])

  useClaimEnds(
    goals.map(({ claim }) => claim?.expiresAt),
    () => void list.refetch(),
  )

  const hasMore = isArranged ? whole.data?.isComplete === false : paged.hasNextPage
  const counted = useQuery({
    ...goalCountsQuery(organization.id, filters),
    enabled: hasMore && matches === undefined && !list.isPlaceholderData,
  })

  // An empty page is not necessarily the last one.
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = paged
  const { isPlaceholderData } = list
  const hasNextPage = !isArranged && paged.hasNextPage && !isPlaceholderData
  const needsMore = goals.length === 0 && hasNextPage
  const canLoadMore = !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (needsMore && canLoadMore) void fetchNextPage()
  }, [needsMore, canLoadMore, fetchNextPage])
  async function loadRest(): Promise<GoalSummary[]> {
    for (;;) {
      // Scrolling may be loading a page.
      const { data, hasNextPage: goesOn, isError } = await fetchNextPage({ cancelRefetch: false })
      if (!goesOn || isError) return data?.pages.flatMap((page) => page.goals) ?? []
    }
  }
  const isSearching =
    goals.length === 0 && (list.isPending || isPlaceholderData || (hasNextPage && !isFetchNextPageError))

  return {
    goals,
    /** If goals are missing: how many were considered. */
    considered: isArranged && whole.data?.isComplete === false ? whole.data.goals.length : undefined,
    /** Nothing is known yet about goals that match. */
    isSearching,
    isPlaceholderData,
    /** The list as it was loaded. It changes with the goals. */
    data: list.data,
    pages: paged.data?.pages,
    error: list.isError && !list.data ? list.error : null,
    retry: () => void list.refetch(),
    isEmpty: list.isSuccess && goals.length === 0 && !isSearching && !hasNextPage,
    /** How many goals match. Undefined if nobody knows. */
    total: hasMore
      ? counted.data && { count: counted.data.total, isExact: isExact(counted.data) }
      : { count: goals.length, isExact: true },
    /** The goals that match are being counted. */
    isCounting: counted.isLoading,
    canLoadMore: hasNextPage && !needsMore && !isFetchNextPageError,
    isLoadingMore: isFetchingNextPage,
    nextPageError: isFetchNextPageError ? paged.error : null,
    loadMore: () => void fetchNextPage(),
    /** Loads the goals that are missing, and returns all that are loaded. Undefined if none can be loaded. */
    loadRest: hasNextPage ? loadRest : undefined,
  }
}
