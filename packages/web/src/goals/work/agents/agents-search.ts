/** Of the page of agents. Also the days that sums of usage are of. */
export const periods = ['week', 'month', 'quarter'] as const
export type Period = (typeof periods)[number]

export const daysOf: Record<Period, number> = { week: 7, month: 30, quarter: 90 }

/** The amounts that charts compare. */
export const measures = ['tokens', 'seconds', 'costMicros', 'reports'] as const
export type Measure = (typeof measures)[number]

export type AgentsSearch = { period?: Period; show?: Measure }

/** Ignores invalid values and those that need not be said. */
export function parseAgentsSearch({ period, show }: Record<string, unknown>): AgentsSearch {
  const isPeriod = periods.find((one) => one === period)
  const isMeasure = measures.find((one) => one === show)
  return {
    ...(isPeriod && isPeriod !== 'week' && { period: isPeriod }),
    ...(isMeasure && { show: isMeasure }),
  }
}
