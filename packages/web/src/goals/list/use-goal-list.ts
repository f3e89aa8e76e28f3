import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActiveOrganization } from '../../session/session.ts'
import { goalsQuery, wholeGoalListQuery } from '../queries.ts'
import { type GoalsSearch, goalFilters } from './goals-search.ts'

/** Groups and other orders need all goals at once. Of more goals, only those that changed last are arranged. */
const maximumPages = 10

/** The goals of a search: page by page, or all of them if they are to be arranged. */
export function useGoalList(search: GoalsSearch) {
  const organization = useActiveOrganization()
  const filters = goalFilters(search)
  const isArranged = search.group !== undefined || search.sort !== undefined
  const whole = useQuery({
    ...wholeGoalListQuery(organization.id, filters, maximumPages),
    enabled: isArranged,
    placeholderData: (previous) => previous,
  })
  const paged = useInfiniteQuery({ ...goalsQuery(organization.id, filters), enabled: !isArranged })
  const list = isArranged ? whole : paged
  const goals = isArranged
    ? (whole.data?.goals ?? [])
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
    isArranged,
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
