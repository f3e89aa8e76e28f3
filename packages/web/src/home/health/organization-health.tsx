import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { healthNames } from '../../goals/data/display-names.ts'
import { goalCountsQuery, isExact } from '../../goals/data/queries.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import { cn } from '../../ui/cn.ts'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { texts } from '../texts.ts'
import { type HealthCounts, type HealthPart, healthBars } from './health-bars.ts'

const looks: Record<HealthPart, { name: string; fill: string; dot: string }> = {
  on_track: { name: healthNames.on_track, fill: 'fill-good-fill', dot: 'bg-good-fill' },
  at_risk: { name: healthNames.at_risk, fill: 'fill-warn-fill', dot: 'bg-warn-fill' },
  off_track: { name: healthNames.off_track, fill: 'fill-bad-fill', dot: 'bg-bad-fill' },
  none: { name: healthNames.none, fill: 'fill-none-fill', dot: 'bg-none-fill' },
}

const width = 300
const height = 16
const gap = 3

/** A bar of all active goals, divided by health. The list below it is its legend and links to the goals. */
function HealthChart({ counts, isExact }: { counts: HealthCounts; isExact: boolean }) {
  const bars = healthBars(counts, { width, gap })
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="space-y-4">
      <p>
        <span className="font-serif text-3xl font-semibold tabular-nums">
          {formatNumber(total)}
          {!isExact && '+'}
        </span>{' '}
        <span className="text-ink-soft">{texts.health.active(total)}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="h-4 w-full"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {total === 0 && <rect width={width} height={height} rx="4" className="fill-sunken" />}
        {bars.map((bar) => (
          <rect
            key={bar.part}
            x={bar.x}
            width={bar.width}
            height={height}
            rx="4"
            className={looks[bar.part].fill}
          />
        ))}
      </svg>
      <ul className="divide-y divide-line">
        {bars.map(({ part, count }) => (
          <li key={part} className="flex min-h-10 items-center gap-3">
            <span aria-hidden="true" className={cn('size-3 rounded-full', looks[part].dot)} />
            <Link
              to="/goals"
              search={{ status: ['active'], health: [part] }}
              className="flex-1 rounded py-1.5 hover:underline"
            >
              {looks[part].name}
            </Link>
            <span className="font-medium tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

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
