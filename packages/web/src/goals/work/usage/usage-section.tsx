import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { FilterChips } from '../../../ui/fields/filter-chips.tsx'
import { panelClass, SectionTitle } from '../../../ui/page.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../../ui/states/skeleton.tsx'
import {
  type AgentsSearch,
  daysOf,
  type Measure,
  measures,
  type Period,
  periods,
} from '../agents/agents-search.ts'
import { texts } from './texts.ts'
import { shortAmount, UsageChart } from './usage-chart.tsx'
import { usageQuery } from './usage-query.ts'
import { firstMeasure, totalOf, usageRows } from './usage-rows.ts'
import { UsageTable } from './usage-table.tsx'

type UsageSectionProps = { search: AgentsSearch; onChange: (search: AgentsSearch) => void }

/** Used amounts by agent and by goal, as charts with numbers and as tables. */
export function UsageSection({ search, onChange }: UsageSectionProps) {
  const organization = useActiveOrganization()
  const period: Period = search.period ?? 'week'
  const byActor = useQuery(usageQuery(organization.id, 'actor', daysOf[period]))
  const measure = search.show ?? firstMeasure(byActor.data?.usage ?? [])
  return (
    <section id="usage" aria-labelledby="usage-title" className="scroll-mt-6 space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="usage-title">{texts.title}</SectionTitle>
        <p className="max-w-prose text-ink-soft">
          {organization.canAdminister ? texts.intro : texts.introOfMembers}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3 print:hidden">
        <FilterChips
          legend={texts.period}
          value={period}
          options={periods.map((value) => ({ value, name: texts.periods[value] }))}
          onChange={(chosen) => onChange({ ...search, period: chosen })}
        />
        <FilterChips
          legend={texts.measure}
          value={measure}
          options={measures.map((value) => ({ value, name: texts.measures[value] }))}
          onChange={(chosen) => onChange({ ...search, show: chosen })}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <Usage
          by="actor"
          period={period}
          measure={measure}
          title={texts.byAgent}
          column={texts.columns.agent}
        />
        <Usage by="goal" period={period} measure={measure} title={texts.byGoal} column={texts.columns.goal} />
      </div>
    </section>
  )
}

type UsageProps = { by: 'actor' | 'goal'; period: Period; measure: Measure; title: string; column: string }

function Usage({ by, period, measure, title, column }: UsageProps) {
  const organization = useActiveOrganization()
  const { data, error, isPending, refetch } = useQuery({
    ...usageQuery(organization.id, by, daysOf[period]),
    placeholderData: (previous) => previous,
  })
  const rows = data ? usageRows(data.usage, measure) : []
  return (
    <Panel
      id={`usage-${by}`}
      title={title}
      total={data && shortAmount(measure, totalOf(data.usage, measure))}
    >
      {error && !data && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {isPending && <ListSkeleton rows={2} label={texts.loading} />}
      {data && (
        <>
          <UsageChart label={title} rows={rows} measure={measure} />
          {!data.isComplete && (
            <p className="text-sm text-ink-faint">{texts.incomplete(data.usage.length)}</p>
          )}
          <UsageTable label={title} name={column} rows={rows} />
        </>
      )}
    </Panel>
  )
}

type PanelProps = { id: string; title: string; total: string | undefined; children: ReactNode }

function Panel({ id, title, total, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className={`${panelClass} min-w-0 space-y-4`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="font-serif text-lg font-semibold">
          {title}
        </h3>
        {total !== undefined && <p className="text-sm text-ink-faint tabular-nums">{texts.total(total)}</p>}
      </div>
      {children}
    </section>
  )
}
