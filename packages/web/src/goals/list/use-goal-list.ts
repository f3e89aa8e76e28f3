import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActiveOrganization, useSession } from '../../session/session.ts'
import { goalsQuery, wholeGoalListQuery } from '../queries.ts'
import { localFilter, serviceFilters } from './filter/goal-filters.ts'
import type { GoalsSearch } from './goals-search.ts'

/** Groups, other orders, timelines, and some filters need all goals at once. Of more goals, only those that changed last are considered. */
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
    matches !== undefined
  const whole = useQuery({
    ...wholeGoalListQuery(organization.id, filters, maximumPages),
    enabled: isArranged,
    placeholderData: (previous) => previous,
  })
  const paged = useInfiniteQuery({ ...goalsQuery(organization.id, filters), enabled: !isArranged })
  const list = isArranged ? whole : paged
  const goals = isArranged
    ? (whole.data?.goals.filter((goal) => !matches || matches(goal)) ?? [])
    : (paged.data?.pages.flatMap((page) => page.goals) ?? [])

  // An empty page is not necessarily the last one.
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = paged
  const { isPlaceholderData } = list
  const hasNextPage = !isArranged && paged.hasNextPage && !isPlaceholderData
  const needsMore = goals.length === 0 && hasNextPage
  const canLoadMore = !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (needsMore && canLoadMore) void fetchNextPage()
  }, [needsMore, canLoadMore, fetchNextPage])
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
    /** Whether goals that match are missing. */
    hasMore: isArranged ? whole.data?.isComplete === false : paged.hasNextPage,
    canLoadMore: hasNextPage && !needsMore && !isFetchNextPageError,
    isLoadingMore: isFetchingNextPage,
    nextPageError: isFetchNextPageError ? paged.error : null,
    loadMore: () => void fetchNextPage(),
  }
}
