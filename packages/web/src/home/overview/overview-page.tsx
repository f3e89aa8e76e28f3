import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { usePeople } from '../../goals/data/people.ts'
import { goalCountsQuery } from '../../goals/data/queries.ts'
import { formatDate, formatShortDate, today } from '../../presentation/time/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/fields/filter-chips.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { Breakdown, type Share } from './breakdown/breakdown.tsx'
import { treesOf } from './breakdown/trees-of.ts'
import { DaysTable } from './days-table.tsx'
import { HealthColumns } from './health-columns.tsx'
import { describeCounts } from './health-parts.ts'
import { type Overview, overviewQuery } from './overview-query.ts'
import { parseOverviewSearch, periodOf, periods } from './overview-search.ts'
import { texts } from './texts.ts'
import { type Counts, countsOf, totalOf } from './walk-back.ts'
import { WhatChanged } from './what-changed.tsx'

const route = getRouteApi('/protected/overview')

/** How an organization's goals are doing, over weeks. */
export function OverviewPage() {
  const organization = useActiveOrganization()
  const weeks = periodOf(parseOverviewSearch(route.useSearch()))
  const navigate = route.useNavigate()
  const { data, error, isPending, refetch } = useQuery(overviewQuery(organization.id, weeks))
  // Of very many goals, only some are loaded.
  const counted = useQuery({
    ...goalCountsQuery(organization.id, { status: 'active' }),
    enabled: data?.isComplete === false,
  })
  const now = data && (data.isComplete ? countsOf(data.goals) : counted.data?.byHealth)
  return (
    <Page
      title={texts.title}
      intro={data && now && data.goals.length > 0 ? describeNow(now) : texts.intro(organization.name)}
      isWide
      actions={
        <FilterChips
          legend={texts.period}
          value={weeks}
          options={periods.map((value) => ({ value, name: texts.periods[value] }))}
          onChange={(chosen) =>
            void navigate({ search: parseOverviewSearch({ weeks: chosen }), replace: true })
          }
        />
      }
    >
      <div className="space-y-8">
        {isPending && <ListSkeleton rows={3} label={texts.loading} />}
        {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
        {data && data.goals.length === 0 && (
          <Empty
            title={texts.empty.title}
            actions={
              <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
                {texts.empty.action}
              </Link>
            }
          >
            {texts.empty.text}
          </Empty>
        )}
        {data && data.goals.length > 0 && <Content overview={data} now={now} />}
      </div>
    </Page>
  )
}

/** How the active goals are doing now, in words. */
function describeNow(counts: Counts): string {
  return totalOf(counts) === 0 ? texts.noActive : texts.now(totalOf(counts), describeCounts(counts))
}

/** @param props.now  How all active goals are doing now; undefined as long as that is not known. */
function Content({ overview, now }: { overview: Overview; now: Counts | undefined }) {
  const { goals, events, snapshots, isComplete, knownFrom } = overview
  const { nameOf } = usePeople()
  const columns = snapshots.map(({ at, states }) => ({ at, counts: countsOf(states.values()) }))
  const [oldest] = snapshots
  const [before, after] = [columns[0]?.counts, columns.at(-1)?.counts]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
      <Card className="min-w-0">
        {now && (
          <h2 className="mb-5 max-w-2xl font-serif text-xl leading-snug font-semibold text-balance">
            {before && after && totalOf(now) > 0
              ? texts.finding({
                  on: now.on_track,
                  all: totalOf(now),
                  change: totalOf(before) > 0 ? after.on_track - before.on_track : undefined,
                  since: formatShortDate(today(new Date(oldest?.at ?? 0))),
                })
              : texts.noActive}
          </h2>
        )}
        <HealthColumns columns={columns} />
        <DaysTable columns={columns} />
        <p className="mt-3 text-sm text-ink-faint">
          {[
            ...(isComplete ? [] : [texts.incomplete(goals.length)]),
            ...(knownFrom === undefined ? [] : [texts.knownFrom(formatDate(knownFrom))]),
            texts.withoutDeleted,
          ].join(' ')}
        </p>
      </Card>
      <div className="min-w-0 xl:row-span-2">
        {oldest && <WhatChanged goals={goals} before={oldest} events={events} />}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-10 md:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
        <Breakdown id="by-tree" title={texts.byTree} shares={treesOf(goals, texts.noTree)} />
        <Breakdown id="by-owner" title={texts.byOwner} shares={ownersOf(goals, nameOf)} />
        <Breakdown id="by-label" title={texts.byLabel} shares={labelsOf(goals)} />
      </div>
    </div>
  )
}

function ownersOf(goals: readonly GoalSummary[], nameOf: (userId: string | null) => string): Share[] {
  const active = goals.filter(({ status }) => status === 'active')
  const owned = Map.groupBy(active, ({ ownerUserId }) => ownerUserId)
  return [...owned].map(([owner, own]) => ({
    key: owner ?? 'none',
    name: nameOf(owner),
    counts: countsOf(own),
    search: { status: ['active'], ownerUserId: [owner ?? 'none'] },
  }))
}

/** A goal with several labels counts for each. */
function labelsOf(goals: readonly GoalSummary[]): Share[] {
  const active = goals.filter(({ status }) => status === 'active')
  const labels = new Map(active.flatMap((goal) => goal.labels.map(({ id, name }) => [id, name] as const)))
  if (labels.size === 0) return []
  const shareOf = (key: string, name: string, own: GoalSummary[]): Share => ({
    key,
    name,
    counts: countsOf(own),
    search: { status: ['active'], labelId: [key] },
  })
  const unlabeled = active.filter((goal) => goal.labels.length === 0)
  return [
    ...[...labels].map(([id, name]) =>
      shareOf(
        id,
        name,
        active.filter((goal) => goal.labels.some((label) => label.id === id)),
      ),
    ),
    ...(unlabeled.length > 0 ? [shareOf('none', texts.noLabel, unlabeled)] : []),
  ]
}
