import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChartColumnStacked, Plus } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { useSteadyScroll } from '../../ui/hooks/use-steady-scroll.ts'
import { CompactPage } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { usePeople } from '../data/people.ts'
import { ShareMenu } from '../detail/share/share-menu.tsx'
import { GoalRow } from '../pictures/goal-row.tsx'
import { GoalViews } from '../views/goal-views.tsx'
import { groupGoals, sortGoals } from './arrange-goals.ts'
import { useSelection } from './bulk/use-selection.ts'
import { Filters } from './filter/filters.tsx'
import { GoalGroupSection } from './goal-group-section.tsx'
import { ColumnNames, GoalLine, type RowActions, type Sorting } from './goal-line.tsx'
import { type GoalsSearch, isFiltered, parseGoalsSearch } from './goals-search.ts'
import { LoadMore } from './load-more.tsx'
import { texts } from './texts.ts'
import { useGoalList } from './use-goal-list.ts'

const route = getRouteApi('/protected/goals')

const Timelines = lazy(async () => ({ default: (await import('../looks/timeline/timelines.tsx')).Timelines }))
const Trees = lazy(async () => ({ default: (await import('../looks/tree/trees.tsx')).Trees }))
// Loaded with the first selection.
const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))
const ManyReportsDialog = lazy(async () => ({
  default: (await import('./report/many-reports-dialog.tsx')).ManyReportsDialog,
}))

export function GoalsPage() {
  const search = parseGoalsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const list = useGoalList(search)
  const change = (changed: Readonly<Record<string, unknown>>) =>
    void navigate({ search: (before) => parseGoalsSearch({ ...before, ...changed }), replace: true })
  const { goals, pages = [], isPlaceholderData } = list

  const { nameOf } = usePeople()
  const selection = useSelection(orderOf(goals, search, nameOf))
  const [reported, setReported] = useState<readonly GoalSummary[]>()
  const markdown = async () => {
    const { goalsAsMarkdown } = await import('../detail/share/markdown.ts')
    const shown = sortGoals(goals, search.sort)
    return goalsAsMarkdown(shown, (id) => new URL(`/goals/${id}`, location.origin).href, nameOf)
  }

  // If the load button has the focus, move it to the first goal of the new page. Check while rendering: later the button may
  // be gone. Live updates change the rows of a page, but not the number of pages.
  const rows = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = end.current?.contains(document.activeElement) ?? false
  const firstNew = goals.length - (pages.at(-1)?.goals.length ?? 0)
  const knownPages = useRef(pages.length)
  useLayoutEffect(() => {
    const hasMore = pages.length > knownPages.current
    knownPages.current = pages.length
    // The title is the only link of a row.
    if (isAtEnd && hasMore) rows.current?.querySelectorAll<HTMLElement>('li a')[firstNew]?.focus()
  }, [pages.length, firstNew, isAtEnd])
  useSteadyScroll(rows, 'li, [role=treeitem]', isPlaceholderData ? undefined : list.data)

  return (
    <CompactPage
      title={texts.title}
      intro={
        <span role="status" className="block min-h-[1lh]">
          {goals.length > 0 && countIn(list)}
        </span>
      }
      links={<GoalViews search={search} />}
      actions={
        <>
          {/* The navigation of a phone has no room for it. */}
          <Link
            to="/overview"
            aria-label={texts.overview}
            title={texts.overview}
            className={buttonClass({ variant: 'quiet', size: 'small' }, 'lg:hidden')}
          >
            <ChartColumnStacked className="size-4.5" aria-hidden="true" />
          </Link>
          {goals.length > 0 && <ShareMenu markdown={markdown} isShort />}
          <Link to="/goals/new" className={buttonClass({ variant: 'primary', size: 'small' }, 'min-h-9')}>
            <Plus className="size-4.5" aria-hidden="true" />
            {texts.newGoal}
          </Link>
        </>
      }
    >
      <div className="space-y-1.5 sm:space-y-4">
        <Filters search={search} onChange={change} />
        {list.considered !== undefined && <Notice tone="info">{texts.incomplete(list.considered)}</Notice>}
        {list.isSearching && <ListSkeleton label={texts.loading} />}
        {list.error && <FailureNotice failure={list.error} onRetry={list.retry} />}
        {goals.length > 0 && (
          <div
            ref={rows}
            className={cn(isPlaceholderData && 'opacity-60')}
            aria-busy={isPlaceholderData}
            data-selecting={selection.ids.size > 0 || undefined}
          >
            <ArrangedGoals
              goals={goals}
              search={search}
              selection={selection}
              q={search.q}
              onReport={(goal) => setReported([goal])}
              onSort={(sort) => change({ sort })}
            />
          </div>
        )}
        {selection.ids.size > 0 && (
          <Suspense>
            <BulkBar
              goals={goals}
              selection={selection}
              total={list.total?.isExact ? list.total.count : undefined}
              loadRest={list.loadRest}
              onReport={setReported}
            />
          </Suspense>
        )}
        {reported && (
          <Suspense>
            <ManyReportsDialog goals={reported} onClose={() => setReported(undefined)} />
          </Suspense>
        )}
        {list.isEmpty && <NoGoals isFiltered={isFiltered(search)} />}
        {list.nextPageError && <FailureNotice failure={list.nextPageError} onRetry={list.loadMore} />}
        {list.canLoadMore && <LoadMore ref={end} busy={list.isLoadingMore} onLoad={list.loadMore} />}
      </div>
    </CompactPage>
  )
}

/** How many goals the list has. Empty while they are counted. */
function countIn({ goals, total, isCounting }: ReturnType<typeof useGoalList>): string {
  if (isCounting) return ''
  return total ? texts.count(total.count, !total.isExact) : texts.count(goals.length, true)
}

/** The ids of the goals in the order in which the list shows them. */
function orderOf(
  goals: readonly GoalSummary[],
  { sort, group }: GoalsSearch,
  nameOf: (userId: string | null) => string,
): string[] {
  const sorted = sortGoals(goals, sort)
  const groups = group ? groupGoals(sorted, group, { nameOf }) : [{ goals: sorted }]
  return [...new Set(groups.flatMap((one) => one.goals.map(({ id }) => id)))]
}

/** The goals in groups, or in one list. */
type ArrangedGoalsProps = RowActions & Pick<Sorting, 'onSort'> & { goals: GoalSummary[]; search: GoalsSearch }

function ArrangedGoals({ goals, search, ...actions }: ArrangedGoalsProps) {
  if (search.look === 'timeline') {
    return (
      <Suspense>
        <Timelines goals={goals} group={search.group} />
      </Suspense>
    )
  }
  if (search.look === 'tree') {
    return (
      <Suspense fallback={<ListSkeleton label={texts.loading} />}>
        <Trees goals={goals} search={search} />
      </Suspense>
    )
  }
  return <Groups goals={goals} search={search} {...actions} />
}

function Groups({ goals, search, ...actions }: ArrangedGoalsProps) {
  const { nameOf } = usePeople()
  const { group: grouping, look, sort } = search
  const sorted = sortGoals(goals, sort)
  if (grouping === undefined) {
    return <GoalList name={texts.title} goals={sorted} look={look} sort={sort} {...actions} />
  }
  return (
    <div className="space-y-6">
      {groupGoals(sorted, grouping, { nameOf }).map((group) => (
        <GoalGroupSection key={group.key} group={group}>
          <GoalList name={group.name} goals={group.goals} look={look} sort={sort} {...actions} />
        </GoalGroupSection>
      ))}
    </div>
  )
}

type GoalListProps = RowActions &
  Sorting & {
    name: string
    goals: GoalSummary[]
    look: GoalsSearch['look']
  }

function GoalList({ name, goals, look, sort, onSort, ...actions }: GoalListProps) {
  if (look === 'cards') {
    return (
      <ul
        className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2 min-[110rem]:grid-cols-3"
        aria-label={name}
      >
        {goals.map((goal) => (
          <GoalRow key={goal.id} goal={goal} q={actions.q} />
        ))}
      </ul>
    )
  }
  return (
    <div className="overflow-clip rounded-xl border border-line bg-surface shadow-raised">
      <ColumnNames sort={sort} onSort={onSort} />
      <ul aria-label={name}>
        {goals.map((goal) => (
          <GoalLine key={goal.id} goal={goal} {...actions} />
        ))}
      </ul>
    </div>
  )
}

function NoGoals({ isFiltered }: { isFiltered: boolean }) {
  const navigate = route.useNavigate()
  if (isFiltered) {
    return (
      <Empty
        title={texts.noMatch.title}
        actions={<Button onClick={() => void navigate({ search: {} })}>{texts.noMatch.action}</Button>}
      >
        {texts.noMatch.text}
      </Empty>
    )
  }
  return (
    <Empty
      title={texts.none.title}
      actions={
        <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
          {texts.none.action}
        </Link>
      }
    >
      {texts.none.text}
    </Empty>
  )
}
