import type { GoalSummary } from '@cairn/contract/schemas/goals'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { GoalRow } from '../goals/goal-row.tsx'
import { useActiveOrganization, useSession } from '../session/session.ts'
import { formatNumber } from '../time/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { textLinkClass } from '../ui/front-page.tsx'
import { Card, Page, SectionTitle } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { HealthChart } from './health-chart.tsx'
import { useActiveGoals, useLatestGoals, useMyGoals } from './home-goals.ts'
import { LatestChanges } from './latest-changes.tsx'

const shownMine = 8

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

function MyGoals() {
  const { goals, error, refetch } = useMyGoals()
  return (
    <section aria-labelledby="your-goals" className="space-y-4">
      <SectionTitle id="your-goals">Your goals</SectionTitle>
      {!goals && !error && <ListSkeleton rows={3} label="Loading your goals" />}
      {error && !goals && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {goals?.length === 0 && (
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
      {goals && goals.length > 0 && (
        <>
          <p className="text-ink-soft">{describeAttention(goals)}</p>
          <ul className="space-y-3" aria-label="Your active goals">
            {goals.slice(0, shownMine).map((goal) => (
              <GoalRow key={goal.id} goal={goal} hasOwner={false} />
            ))}
          </ul>
          {goals.length > shownMine && (
            <Link to="/goals" search={{ status: ['active'], ownerUserId: 'me' }} className={textLinkClass}>
              Show all {formatNumber(goals.length)}
            </Link>
          )}
        </>
      )}
    </section>
  )
}

function describeAttention(goals: readonly Pick<GoalSummary, 'attention'>[]): string {
  const urgent = goals.filter(({ attention }) => attention.length > 0).length
  if (urgent === 0) return 'Nothing needs your attention.'
  return `${formatNumber(urgent)} of ${formatNumber(goals.length)} active ${goals.length === 1 ? 'goal' : 'goals'} ${urgent === 1 ? 'needs' : 'need'} your attention.`
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
  const { data, error, isPending, refetch } = useActiveGoals()
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
  const { goals, error, refetch } = useLatestGoals()
  return (
    <Section id="latest" title="Latest changes">
      {!goals && !error && <ListSkeleton rows={2} label="Loading latest changes" />}
      {error && !goals && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {goals && <LatestChanges goals={goals} />}
    </Section>
  )
}
