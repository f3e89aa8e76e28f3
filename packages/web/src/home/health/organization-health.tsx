import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { goalCountsQuery, isExact } from '../../goals/data/queries.ts'
import { cn } from '../../ui/cn.ts'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { texts } from '../texts.ts'
import { HealthChart } from './health-chart.tsx'

export function OrganizationHealth() {
  const organization = useActiveOrganization()
  const { data, error, isPending, refetch } = useQuery(goalCountsQuery(organization.id, { status: 'active' }))
  if (data?.total === 0) return null
  return (
    <section aria-labelledby="health" className="space-y-4">
      <SectionTitle id="health">{texts.health.title}</SectionTitle>
      {isPending && <ListSkeleton rows={1} label={texts.health.loading} />}
      {error && !data && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {data && (
        <Card>
          <HealthChart counts={data.byHealth} isExact={isExact(data)} />
          <Link to="/overview" className={cn(textLinkClass, 'mt-3 inline-block')}>
            {texts.health.overview}
          </Link>
        </Card>
      )}
    </section>
  )
}
