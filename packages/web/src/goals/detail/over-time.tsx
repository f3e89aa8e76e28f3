import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { FailureBoundary } from '../../app/page-states.tsx'
import { panelClass } from '../../ui/page.tsx'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { goalHistoryQuery } from '../data/queries.ts'
import { HistoryChart } from '../pictures/charts/lazy-charts.tsx'
import { texts } from './texts.ts'

type OverTimeProps = { goal: Goal; onRevealReport: (revision: number) => void }

/** Health and status since the goal was published. */
export function OverTime({ goal, onRevealReport }: OverTimeProps) {
  const organization = useActiveOrganization()
  const { data, dataUpdatedAt } = useQuery(goalHistoryQuery(organization.id, goal.id))
  if (!data) return null
  return (
    <section aria-labelledby="over-time" className={panelClass}>
      <h2 id="over-time" className="mb-3 font-serif text-lg font-semibold">
        {texts.overTime}
      </h2>
      <FailureBoundary fallback={null}>
        <Suspense fallback={<TextSkeleton />}>
          <HistoryChart
            updates={data.updates}
            until={dataUpdatedAt}
            timeframe={goal.timeframe}
            onOpen={onRevealReport}
          />
        </Suspense>
      </FailureBoundary>
    </section>
  )
}
