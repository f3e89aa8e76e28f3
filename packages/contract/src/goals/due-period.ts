/** The first and the last month of each quarter. */
const quarters = [
  ['01', '03'],
  ['04', '06'],
  ['07', '09'],
  ['10', '12'],
] as const

/**
 * Returns the first and the last day of a period (`2026-Q4`, `2026-11`, `2026`, `2026-11-01..2026-11-15`), separated by `..`; `none`
 * as it is; undefined if the text is neither. Days are compared as text, so every month may end with a 31st.
 */
export function parseDuePeriod(text: string): string | undefined {
  if (text === 'none') return text
  const [, year = '', quarter, month] = /^(\d{4})(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?$/.exec(text) ?? []
  if (year !== '') {
    const [first, last] = month
      ? [month, month]
      : quarter
        ? (quarters[Number(quarter) - 1] ?? [])
        : ['01', '12']
    return `${year}-${first}-01..${year}-${last}-31`
  }
  const [from = '', to = '', ...others] = text.split('..')
  const isRange = others.length === 0 && isDate(from) && isDate(to) && from <= to
  return isRange ? text : undefined
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // February 30 would be a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a target date is in a period as `parseDuePeriod` returns it; without a date, whether the period is `none`. */
export function isDueIn(targetDate: string | null, period: string): boolean {
  const [from = '', to] = period.split('..')
  if (to === undefined || targetDate === null) return to === undefined && targetDate === null
  return targetDate >= from && targetDate <= to
}
