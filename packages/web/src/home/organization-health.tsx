import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { wholeGoalListQuery } from '../goals/queries.ts'
import { useActiveOrganization } from '../session/session.ts'
import { cn } from '../ui/cn.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { textLinkClass } from '../ui/front-page.tsx'
import { Card, SectionTitle } from '../ui/page.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { HealthChart } from './health-chart.tsx'
import { texts } from './texts.ts'

/** Enough for a glance: home must not load all goals of a large organization. */
const pagesOfGoals = 2

export function OrganizationHealth() {
  const organization = useActiveOrganization()
  const { data, error, isPending, refetch } = useQuery(
    wholeGoalListQuery(organization.id, { status: 'active' }, pagesOfGoals),
  )
  if (data?.goals.length === 0) return null
  return (
    <section aria-labelledby="health" className="space-y-4">
      <SectionTitle id="health">{texts.health.title}</SectionTitle>
      {isPending && <ListSkeleton rows={1} label={texts.health.loading} />}
      {error && !data && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data && (
        <Card>
          <HealthChart goals={data.goals} />
          <Link to="/overview" className={cn(textLinkClass, 'mt-3 inline-block')}>
            {texts.health.overview}
          </Link>
          {!data.isComplete && (
            <p className="mt-3 text-sm text-ink-faint">{texts.health.incomplete(data.goals.length)}</p>
          )}
        </Card>
      )}
    </section>
  )
}
