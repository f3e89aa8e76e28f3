import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { formatCost, formatDuration, formatPlainDate } from '../../presentation/time/format.ts'
import { texts } from '../texts.ts'

/** How screens show the contract's values. */
export const {
  healths: healthNames,
  statuses: statusNames,
  attention: attentionNames,
  results: evaluationNames,
  verifications: verificationNames,
  fields: fieldNames,
} = texts

export function describeTimeframe({ timeframe }: Pick<Goal, 'timeframe'>): string {
  switch (timeframe.kind) {
    case 'deadline':
      return texts.by(formatPlainDate(timeframe.targetDate))
    case 'continuous':
      return texts.continuous
    case 'unspecified':
      return texts.noTimeframe
  }
}

export function describeCadence(cadence: Goal['cadence']): string {
  return cadence === null ? texts.noCadence : texts.every(cadence.everyDays)
}

/** The limits of a budget, in words. */
export function describeBudget(budget: Goal['budget']): string {
  if (budget === null) return texts.noBudget
  const { tokens, seconds, costMicros } = budget
  return [
    tokens === undefined ? [] : texts.tokens(tokens),
    seconds === undefined ? [] : formatDuration(seconds),
    costMicros === undefined ? [] : texts.cost(formatCost(costMicros)),
  ]
    .flat()
    .join(', ')
}
