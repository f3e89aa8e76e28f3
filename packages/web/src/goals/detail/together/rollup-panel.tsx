import { goalStatuses } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { formatNumber, formatPercent } from '../../../presentation/time/format.ts'
import { cn } from '../../../ui/cn.ts'
import { panelClass } from '../../../ui/page.tsx'
import { statusNames } from '../../data/display-names.ts'
import { HealthBar, HealthLegend } from '../../pictures/health-bar.tsx'
import { texts } from './texts.ts'

/** What the goals below add up to, beside what the goal measures itself, so that nobody takes one for the other. */
export function RollupPanel({ goal: { rollup, progress } }: { goal: Pick<Goal, 'rollup' | 'progress'> }) {
  if (!rollup) return null
  const { descendants, byStatus, byHealth } = rollup
  const statuses = goalStatuses.filter((status) => byStatus[status] > 0)
  return (
    <section className={panelClass} aria-labelledby="rollup">
      <h2 id="rollup" className="font-serif text-lg font-semibold">
        {texts.rollup.title(descendants)}
      </h2>
      <div className="mt-4 space-y-5">
        {rollup.progress === null ? (
          <p className="text-sm text-ink-soft">{texts.rollup.noProgress}</p>
        ) : (
          <Share name={texts.rollup.progress} share={rollup.progress} />
        )}
        {progress !== null && <Share name={texts.rollup.own} share={progress} isOwn />}
        <div className="space-y-1.5">
          <h3 className="text-sm font-medium">{texts.rollup.health}</h3>
          <HealthBar counts={byHealth} className="h-2.5" />
          <HealthLegend counts={byHealth} none={texts.rollup.noActive} />
        </div>
        <div>
          <h3 className="text-sm font-medium">{texts.rollup.status}</h3>
          <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
            {statuses.map((status) => (
              <div key={status} className="flex gap-1.5">
                <dt>{statusNames[status]}</dt>
                <dd className="font-medium text-ink tabular-nums">{formatNumber(byStatus[status])}</dd>
              </div>
            ))}
          </dl>
        </div>
        <p className="text-sm text-ink-faint">{texts.rollup.hint}</p>
      </div>
    </section>
  )
}

/** A progress with its name. The goal's own has another color, because it is another number. */
function Share({ name, share, isOwn = false }: { name: string; share: number; isOwn?: boolean }) {
  return (
    <div className="space-y-1.5">
      <p className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{name}</span>
        <strong className="text-base font-semibold whitespace-nowrap tabular-nums">
          {formatPercent(share)}
        </strong>
      </p>
      <div
        aria-hidden="true"
        className="h-2.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset"
      >
        <div
          className={cn(
            'h-full rounded-full',
            isOwn ? 'bg-none-fill' : share === 1 ? 'bg-good-fill' : 'bg-accent',
          )}
          style={{ width: `${100 * share}%` }}
        />
      </div>
    </div>
  )
}
