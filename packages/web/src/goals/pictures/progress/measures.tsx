import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { FailureBoundary } from '../../../app/page-states.tsx'
import { formatPercent, formatValue } from '../../../presentation/time/format.ts'
import { Ago } from '../../../presentation/time/moment.tsx'
import { cn } from '../../../ui/cn.ts'
import { panelClass } from '../../../ui/page.tsx'
import { goalHistoryQuery } from '../../data/queries.ts'
import { MeasureChart } from '../charts/lazy-charts.tsx'
import { seriesOf } from './measure-series.ts'
import { texts } from './texts.ts'

type MeasuresProps = { goal: Goal; onRevealReport: (revision: number) => void }

export function Measures({ goal, onRevealReport }: MeasuresProps) {
  const { id: goalId, measures, progress, timeframe } = goal
  const organization = useActiveOrganization()
  const { data: history, dataUpdatedAt } = useQuery(goalHistoryQuery(organization.id, goalId))
  if (measures.length === 0) return null
  return (
    <section className={panelClass} aria-labelledby="measures">
      <h2 id="measures" className="font-serif text-lg font-semibold">
        {texts.measures}
        {progress !== null && measures.length > 1 && (
          <span className="ml-2 font-sans text-sm font-normal text-ink-faint">
            {texts.average(formatPercent(progress))}
          </span>
        )}
      </h2>
      <ul className="mt-4 space-y-7">
        {measures.map((measure) => (
          <li key={measure.id}>
            <MeasureBar measure={measure} />
            <FailureBoundary fallback={null}>
              <Suspense fallback={null}>
                <MeasureChart
                  measure={measure}
                  points={seriesOf(measure.id, history?.updates ?? [])}
                  until={dataUpdatedAt}
                  timeframe={timeframe}
                  onOpen={onRevealReport}
                />
              </Suspense>
            </FailureBoundary>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Measure = Goal['measures'][number]

/** Start on the left, target on the right, and the bar as long as the way that is done. */
function MeasureBar({ measure: { title, unit, start, target, current, progress } }: { measure: Measure }) {
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <h3 className="font-medium">{title}</h3>
        <p className="text-sm text-ink-soft">
          {current ? (
            <>
              <strong className="text-base font-semibold text-ink">{formatValue(current.value, unit)}</strong>
              , <Ago time={current.asOf} />
            </>
          ) : (
            texts.noValue
          )}
        </p>
      </div>
      <div
        aria-hidden="true"
        className="h-2.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset"
      >
        {progress !== null && (
          <div
            className={cn('h-full rounded-full', progress === 1 ? 'bg-good-fill' : 'bg-accent')}
            style={{ width: `${100 * progress}%` }}
          />
        )}
      </div>
      <div className="flex justify-between gap-4 text-sm text-ink-faint">
        <span>{texts.start(formatValue(start, unit))}</span>
        {progress !== null && <span className="tabular-nums">{formatPercent(progress)}</span>}
        <span className="text-right">{texts.target(formatValue(target, unit))}</span>
      </div>
    </div>
  )
}
