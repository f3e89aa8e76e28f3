import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { Measure } from '../agents/agents-search.ts'
import { exactAmount, formatAmount } from '../amounts.ts'
import { texts } from './texts.ts'
import { amountIn, type UsageRow } from './usage-rows.ts'

/** More bars would tell apart what nobody compares. The table has all. */
const shownRows = 10

export const shortAmount = (measure: Measure, amount: number): string =>
  measure === 'reports' ? formatNumber(amount) : formatAmount(measure, amount)

type UsageChartProps = { label: string; rows: readonly UsageRow[]; measure: Measure }

/** A bar and a number for each goal or agent. */
export function UsageChart({ label, rows, measure }: UsageChartProps) {
  const used = rows.filter((row) => amountIn(row.used, measure) > 0)
  const shown = used.length === shownRows + 1 ? used : used.slice(0, shownRows)
  const others = used.slice(shown.length)
  const rest = others.reduce((sum, row) => sum + amountIn(row.used, measure), 0)
  const maximum = Math.max(1, rest, ...shown.map((row) => amountIn(row.used, measure)))
  if (used.length === 0) return <p className="text-ink-soft">{texts.none}</p>
  return (
    <ul aria-label={label} className="space-y-1">
      {shown.map(({ key, name, goalId, used: amounts }) => (
        <Bar
          key={key}
          name={name}
          goalId={goalId}
          measure={measure}
          amount={amountIn(amounts, measure)}
          maximum={maximum}
        />
      ))}
      {others.length > 0 && (
        <Bar
          name={texts.others(others.length)}
          goalId={undefined}
          measure={measure}
          amount={rest}
          maximum={maximum}
          isFaint
        />
      )}
    </ul>
  )
}

type BarProps = {
  name: string
  goalId: string | undefined
  measure: Measure
  amount: number
  maximum: number
  isFaint?: boolean
}

function Bar({ name, goalId, measure, amount, maximum, isFaint = false }: BarProps) {
  const exact = measure === 'reports' ? undefined : exactAmount(measure, amount)
  return (
    <li className="relative rounded-md px-1.5 py-1.5 -mx-1.5 hover:bg-sunken">
      <div className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
        {goalId === undefined ? (
          <span className={isFaint ? 'min-w-0 text-ink-soft' : 'min-w-0'}>
            <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
          </span>
        ) : (
          <Link
            to="/goals/$goalId"
            params={{ goalId }}
            title={name}
            className="min-w-0 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
          </Link>
        )}
        <span title={exact} className="shrink-0 font-medium tabular-nums">
          {shortAmount(measure, amount)}
        </span>
      </div>
      <svg viewBox="0 0 1000 8" preserveAspectRatio="none" className="mt-1 h-2 w-full" aria-hidden="true">
        <rect width="1000" height="8" className="fill-sunken" />
        <rect
          width={Math.max(6, (amount / maximum) * 1_000)}
          height="8"
          className={isFaint ? 'fill-none-fill' : 'fill-accent'}
        />
      </svg>
    </li>
  )
}
