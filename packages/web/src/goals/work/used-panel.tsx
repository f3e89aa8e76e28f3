import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatPercent } from '../../presentation/time/format.ts'
import { cn } from '../../ui/cn.ts'
import { textLinkClass } from '../../ui/front-page.tsx'
import { panelClass } from '../../ui/page.tsx'
import { exactAmount, formatAmount, type Spent, spentOf } from './amounts.ts'
import { texts } from './texts.ts'

/** Used amounts of a goal, against its budget. */
export function UsedPanel({ goal }: { goal: Pick<Goal, 'used' | 'budget'> }) {
  const { used, budget } = goal
  const spent = spentOf(used, budget)
  return (
    <section aria-labelledby="used" className={`${panelClass} space-y-4`}>
      <h2 id="used" className="font-serif text-lg font-semibold">
        {budget === null ? texts.used.title : texts.used.withBudget}
      </h2>
      <dl className="space-y-3 text-[0.9375rem]">
        {spent.map((one) => (
          <Amount key={one.name} spent={one} />
        ))}
        <div className="flex items-baseline justify-between gap-3">
          <dt className="text-ink-soft">{texts.used.reports}</dt>
          <dd className="font-medium tabular-nums">{formatNumber(used.reports)}</dd>
        </div>
      </dl>
      <p className="text-sm print:hidden">
        <Link to="/agents" hash="usage" className={textLinkClass}>
          {texts.used.all}
        </Link>
      </p>
    </section>
  )
}

function Amount({ spent: { name, amount, limit, isOver } }: { spent: Spent }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5">
      <dt className="text-ink-soft">{texts.used.names[name]}</dt>
      <dd className="text-right tabular-nums" title={exactAmount(name, amount)}>
        <span className={cn('font-medium', isOver && 'text-warn')}>{formatAmount(name, amount)}</span>
        {limit !== undefined && (
          <span className="text-ink-faint"> {texts.used.of(formatAmount(name, limit))}</span>
        )}
      </dd>
      {limit !== undefined && (
        <dd className="col-span-2">
          <Bar share={amount / limit} isOver={isOver} />
        </dd>
      )}
    </div>
  )
}

/** The share of a budget that is used. Beyond the whole, the bar is full and another color, and the words say it. */
function Bar({ share, isOver }: { share: number; isOver: boolean }) {
  return (
    <div className="flex items-center gap-3">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 min-w-0 flex-1" aria-hidden="true">
        <rect width="100" height="6" rx="1.500" className="fill-line" />
        {share > 0 && (
          <rect
            width={Math.min(100, Math.max(2, share * 100))}
            height="6"
            rx="1.500"
            className={isOver ? 'fill-warn-fill' : 'fill-accent'}
          />
        )}
      </svg>
      <span className={cn('text-sm tabular-nums', isOver ? 'font-medium text-warn' : 'text-ink-faint')}>
        {isOver ? texts.used.over : formatPercent(share)}
      </span>
    </div>
  )
}
