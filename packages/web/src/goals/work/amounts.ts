import type { GoalBudget, GoalUsed, ReportedUsage } from '@cairn/contract/schemas/goals/goal-work'
import { formatCompact, formatCost, formatDuration, formatNumber } from '../../presentation/time/format.ts'
import { texts } from './texts.ts'

/** The amounts that work uses, in the order of pages. */
export const amountNames = ['tokens', 'seconds', 'costMicros'] as const
export type AmountName = (typeof amountNames)[number]

/** As budgets count: input and output tokens together. */
export function amountsOf({
  inputTokens = 0,
  outputTokens = 0,
  seconds = 0,
  costMicros = 0,
}: ReportedUsage): Record<AmountName, number> {
  return { tokens: inputTokens + outputTokens, seconds, costMicros }
}

/** A short form, such as `1.2M` or `2 hr 5 min`. */
export function formatAmount(name: AmountName, amount: number): string {
  if (name === 'tokens') return formatCompact(amount)
  return name === 'seconds' ? formatDuration(amount) : formatCost(amount)
}

/** The same in full, for tooltips. */
export function exactAmount(name: AmountName, amount: number): string {
  return name === 'tokens' ? formatNumber(amount) : formatAmount(name, amount)
}

/** Returns the used amounts of a report in words; empty if it used nothing. */
export function describeUsage(usage: ReportedUsage): string {
  const amounts = amountsOf(usage)
  const words: Record<AmountName, string> = {
    tokens: texts.used.tokens(amounts.tokens),
    seconds: formatDuration(amounts.seconds),
    costMicros: texts.used.cost(formatCost(amounts.costMicros)),
  }
  return amountNames.flatMap((name) => (amounts[name] > 0 ? words[name] : [])).join(', ')
}

/** An amount that is shown, with its limit if it has one. */
export type Spent = { name: AmountName; amount: number; limit: number | undefined; isOver: boolean }

/** The amounts that say something: those used, and those with a limit. */
export function spentOf(used: GoalUsed, budget: GoalBudget | null): Spent[] {
  const amounts = amountsOf(used)
  return amountNames.flatMap((name) => {
    const [amount, limit] = [amounts[name], budget?.[name]]
    if (amount === 0 && limit === undefined) return []
    return [{ name, amount, limit, isOver: limit !== undefined && amount >= limit }]
  })
}
