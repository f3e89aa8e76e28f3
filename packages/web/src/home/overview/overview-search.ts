/** The service keeps events for 90 days, so nobody can look back further. Source: `eventRetentionDays` in the contract. */
export const periods = ['4', '12'] as const
/** In weeks. */
export type Period = (typeof periods)[number]

export type OverviewSearch = { weeks?: Period }

const standard: Period = '12'

/** Ignores invalid values. */
export function parseOverviewSearch({ weeks }: Record<string, unknown>): OverviewSearch {
  const period = periods.find((one) => one === String(weeks))
  return period && period !== standard ? { weeks: period } : {}
}

export const periodOf = ({ weeks }: OverviewSearch): Period => weeks ?? standard
