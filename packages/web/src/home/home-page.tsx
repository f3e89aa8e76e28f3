import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { GoalRow } from '../goals/goal-row.tsx'
import { goalUpdatesQuery, latestGoalsQuery, wholeGoalListQuery } from '../goals/queries.ts'
import { useActiveOrganization, useSession } from '../session/session.ts'
import { formatNumber, today } from '../time/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { textLinkClass } from '../ui/front-page.tsx'
import { Card, Page, SectionTitle } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { HealthChart } from './health-chart.tsx'
import { LatestChanges } from './latest-changes.tsx'
import { byUrgency, goalsNeedingHistory, lastReportAt, reasonsOf } from './needs-attention.ts'

const shownMine = 8
const shownLatest = 6

export function HomePage() {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const [firstName] = user.displayName.split(' ')
  return (
    <Page
      title="Home"
      heading={`Hello, ${firstName}`}
      actions={
        <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
          <Plus className="size-4.5" aria-hidden="true" />
          New goal
        </Link>
      }
    >
      <div className="grid gap-x-8 gap-y-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <MyGoals key={organization.id} />
        <div className="space-y-10">
          <OrganizationHealth key={organization.id} />
          <Latest key={`latest ${organization.id}`} />
        </div>
      </div>
    </Page>
  )
}

function useMyGoals() {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const mine = useQuery(wholeGoalListQuery(organization.id, { status: 'active', ownerUserId: user.id }))
  const now = Date.now()
  const goals = mine.data?.goals ?? []
  const unclear = goalsNeedingHistory(goals, now)
  const histories = useQueries({ queries: unclear.map(({ id }) => goalUpdatesQuery(organization.id, id)) })
  const moment = { now, today: today() }
  const sorted = goals.map((goal) => {
    const history = histories[unclear.indexOf(goal)]?.data
    return { goal, reasons: reasonsOf({ ...goal, lastReportAt: lastReportAt(goal, history) }, moment) }
  })
  return { ...mine, goals: byUrgency(sorted) }
}

function MyGoals() {
  const { user } = useSession()
  const { goals, isPending, error, data, refetch } = useMyGoals()
  const shown = goals.slice(0, shownMine)
  const urgentCount = goals.filter(({ reasons }) => reasons.length > 0).length
  return (
    <section aria-labelledby="your-goals" className="space-y-4">
      <SectionTitle id="your-goals">Your goals</SectionTitle>
      {isPending && <ListSkeleton rows={3} label="Loading your goals" />}
      {error && !data && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data && goals.length === 0 && (
        <Empty
          title="You have no active goals"
          actions={
            <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
              Publish a goal
            </Link>
          }
        >
          Goals that you own appear here, most urgent first.
        </Empty>
      )}
      {goals.length > 0 && (
        <>
          <p className="text-ink-soft">
            {urgentCount === 0
              ? 'Nothing needs your attention.'
              : `${formatNumber(urgentCount)} of ${formatNumber(goals.length)} active ${goals.length === 1 ? 'goal' : 'goals'} ${urgentCount === 1 ? 'needs' : 'need'} your attention.`}
          </p>
          <ul className="space-y-3" aria-label="Your active goals">
            {shown.map(({ goal, reasons }) => (
              <GoalRow
                key={goal.id}
                goal={goal}
                hasOwner={false}
                note={
                  reasons.includes('stale') && (
                    <span className="inline-flex items-center gap-1.5 font-medium text-warn">
                      <BellOff className="size-4 shrink-0" aria-hidden="true" />
                      No report in two weeks
                    </span>
                  )
                }
              />
            ))}
          </ul>
          {goals.length > shown.length && (
            <Link to="/goals" search={{ status: 'active', ownerUserId: user.id }} className={textLinkClass}>
              Show all {formatNumber(goals.length)}
            </Link>
          )}
        </>
      )}
    </section>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-4">
      <SectionTitle id={id}>{title}</SectionTitle>
      {children}
    </section>
  )
}

function OrganizationHealth() {
  const organization = useActiveOrganization()
  const { data, error, isPending, refetch } = useQuery(
    wholeGoalListQuery(organization.id, { status: 'active' }),
  )
  return (
    <Section id="health" title="Health at a glance">
      {isPending && <ListSkeleton rows={1} label="Loading health" />}
      {error && !data && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data && (
        <Card>
          <HealthChart goals={data.goals} />
          {!data.isComplete && (
            <p className="mt-3 text-sm text-ink-faint">
              Only the {formatNumber(data.goals.length)} most recently changed active goals are counted.
            </p>
          )}
        </Card>
      )}
    </Section>
  )
}

function Latest() {
  const organization = useActiveOrganization()
  const { data, error, isPending, refetch } = useQuery(latestGoalsQuery(organization.id, shownLatest))
  return (
    <Section id="latest" title="Latest changes">
      {isPending && <ListSkeleton rows={2} label="Loading latest changes" />}
      {error && !data && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data && <LatestChanges goals={data.goals} />}
    </Section>
  )
}
