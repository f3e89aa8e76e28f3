import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useActiveOrganization } from '../../session/session.ts'
import { formatNumber } from '../../time/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Empty } from '../../ui/empty.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useSteadyScroll } from '../../ui/hooks/use-steady-scroll.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { GoalRow } from '../goal-row.tsx'
import { goalsQuery } from '../queries.ts'
import { Filters } from './filters.tsx'
import { goalFilters, parseGoalsSearch } from './goals-search.ts'
import { LoadMore } from './load-more.tsx'

const route = getRouteApi('/protected/goals')

export function GoalsPage() {
  const organization = useActiveOrganization()
  const search = parseGoalsSearch(route.useSearch())
  const list = useInfiniteQuery(goalsQuery(organization.id, goalFilters(search)))
  const shown = list.data?.pages.flatMap(({ goals }) => goals) ?? []
  const isFiltered = Object.values(search).some(Boolean)

  // An empty page is not necessarily the last one.
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list
  const hasNextPage = list.hasNextPage && !isPlaceholderData
  const needsMore = shown.length === 0 && hasNextPage
  const canLoadMore = !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (needsMore && canLoadMore) void fetchNextPage()
  }, [needsMore, canLoadMore, fetchNextPage])
  const isSearching =
    shown.length === 0 && (list.isPending || isPlaceholderData || (hasNextPage && !isFetchNextPageError))

  // If the load button has the focus, move it to the first goal of the new page. Check while rendering: later the button may
  // be gone. Live updates change the rows of a page, but not the number of pages.
  const rows = useRef<HTMLUListElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = end.current?.contains(document.activeElement) ?? false
  const lastPage = list.data?.pages.at(-1)?.goals.length ?? 0
  const firstNew = shown.length - lastPage
  const pages = list.data?.pages.length ?? 0
  const knownPages = useRef(pages)
  useLayoutEffect(() => {
    const hasMore = pages > knownPages.current
    knownPages.current = pages
    if (isAtEnd && hasMore) rows.current?.children[firstNew]?.querySelector('a')?.focus()
  }, [pages, firstNew, isAtEnd])
  useSteadyScroll(rows, 'li', isPlaceholderData ? undefined : list.data)

  return (
    <Page
      title="Goals"
      intro={`What ${organization.name} wants to achieve. Recently changed goals come first.`}
      actions={
        <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
          <Plus className="size-4.5" aria-hidden="true" />
          New goal
        </Link>
      }
    >
      <div className="space-y-5">
        <Filters />
        <p role="status" className="text-sm text-ink-faint">
          {describeCount(shown.length, list.hasNextPage)}
        </p>
        {isSearching && <ListSkeleton label="Loading goals" />}
        {list.isError && !list.data && (
          <FailureNotice failure={list.error} onRetry={() => void list.refetch()} />
        )}
        {shown.length > 0 && (
          <ul
            ref={rows}
            className={cn('space-y-3', isPlaceholderData && 'opacity-60')}
            aria-label="Goals"
            aria-busy={isPlaceholderData}
          >
            {shown.map((goal) => (
              <GoalRow key={goal.id} goal={goal} />
            ))}
          </ul>
        )}
        {list.isSuccess && shown.length === 0 && !isSearching && !hasNextPage && (
          <NoGoals isFiltered={isFiltered} />
        )}
        {isFetchNextPageError && <FailureNotice failure={list.error} onRetry={() => void fetchNextPage()} />}
        {hasNextPage && !needsMore && !isFetchNextPageError && (
          <LoadMore ref={end} busy={isFetchingNextPage} onLoad={() => void fetchNextPage()} />
        )}
      </div>
    </Page>
  )
}

function describeCount(count: number, hasMore: boolean): string {
  if (count === 0) return ''
  return `${formatNumber(count)}${hasMore ? ' or more' : ''} ${count === 1 && !hasMore ? 'goal' : 'goals'}`
}

function NoGoals({ isFiltered }: { isFiltered: boolean }) {
  const navigate = route.useNavigate()
  if (isFiltered) {
    return (
      <Empty
        title="No goals match"
        actions={<Button onClick={() => void navigate({ search: {} })}>Clear filters</Button>}
      >
        Change or clear the filters to see more goals.
      </Empty>
    )
  }
  return (
    <Empty
      title="No goals yet"
      actions={
        <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
          Publish a goal
        </Link>
      }
    >
      A goal starts with a description. The rest can follow.
    </Empty>
  )
}
