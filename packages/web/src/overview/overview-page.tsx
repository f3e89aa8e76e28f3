import type { GoalSummary } from '@cairn/contract/schemas/goals'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usePeople } from '../goals/people.ts'
import { useActiveOrganization } from '../session/session.ts'
import { formatDate } from '../time/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FilterChips } from '../ui/fields/filter-chips.tsx'
import { Card, Page } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { Breakdown, type Share } from './breakdown.tsx'
import { HealthColumns } from './health-columns.tsx'
import { type Overview, overviewQuery } from './overview-query.ts'
import { type Period, parseOverviewSearch, periodOf, periods } from './overview-search.ts'
import { texts } from './texts.ts'
import { countsOf, totalOf } from './walk-back.ts'
import { WhatChanged } from './what-changed.tsx'

const route = getRouteApi('/protected/overview')

/** How an organization's goals are doing, over weeks. */
export function OverviewPage() {
  const organization = useActiveOrganization()
  const weeks = periodOf(parseOverviewSearch(route.useSearch()))
  const navigate = route.useNavigate()
  const { data, error, isPending, refetch } = useQuery(overviewQuery(organization.id, weeks))
  return (
    <Page title={texts.title} intro={texts.intro(organization.name)} isWide>
      <div className="space-y-8">
        <FilterChips
          legend={texts.period}
          value={weeks}
          options={periods.map((value) => ({ value, name: texts.periods[value] }))}
          onChange={(chosen) =>
            void navigate({ search: parseOverviewSearch({ weeks: chosen }), replace: true })
          }
        />
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
        {data && data.goals.length > 0 && <Content overview={data} weeks={weeks} />}
      </div>
    </Page>
  )
}

function Content({ overview, weeks }: { overview: Overview; weeks: Period }) {
  const { goals, snapshots, isComplete, knownFrom } = overview
  const { nameOf } = usePeople()
  const columns = snapshots.map(({ at, states }) => ({ at, counts: countsOf(states.values()) }))
  const [oldest] = snapshots
  const [before, now] = [columns[0]?.counts, columns.at(-1)?.counts]
  const period = texts.periods[weeks]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem] min-[110rem]:grid-cols-[minmax(0,1fr)_26rem_26rem]">
      <div className="min-w-0 space-y-10">
        <Card>
          <h2 className="mb-5 max-w-2xl font-serif text-xl leading-snug font-semibold text-balance">
            {before && now && totalOf(now) > 0
              ? texts.finding({
                  on: now.on_track,
                  all: totalOf(now),
                  change: totalOf(before) > 0 ? now.on_track - before.on_track : undefined,
                  period,
                })
              : texts.noActive}
          </h2>
          <HealthColumns columns={columns} />
          <p className="mt-3 text-sm text-ink-faint">
            {[
              ...(isComplete ? [] : [texts.incomplete(goals.length)]),
              ...(knownFrom === undefined ? [] : [texts.knownFrom(formatDate(knownFrom))]),
              texts.withoutDeleted,
            ].join(' ')}
          </p>
        </Card>
        {oldest && <WhatChanged goals={goals} before={oldest} />}
      </div>
      <div className="min-w-0 space-y-10 min-[110rem]:contents">
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
