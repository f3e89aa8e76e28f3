import * as z from 'zod'

// ISO 8601 extended format with a zone: seconds and fraction may be missing, the offset may be ±hh:mm, ±hhmm or ±hh.
const zonedTimePattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(?:[.,](\d+))?(Z|[+-]\d{2}(?::?\d{2})?)$/

const isoDate = z.iso.date()

/**
 * The same instant in UTC with milliseconds, or undefined where the text is no such time. `Date.parse` alone
 * would let 30 February through as 2 March.
 */
export function parseZonedTime(text: string): string | undefined {
  const match = zonedTimePattern.exec(text)
  if (!match) return undefined
  const [, date, minutes, seconds = ':00', fraction = '', zone = 'Z'] = match
  if (date === undefined || !isoDate.safeParse(date).success) return undefined
  if (fraction !== '' && match[3] === undefined) return undefined
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const offset = zone === 'Z' ? 'Z' : `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
  const instant = Date.parse(`${date}T${minutes}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)
  if (Number.isNaN(instant)) return undefined
  const utc = new Date(instant).toISOString()
  // Years before 0 and after 9999 have another form, which no client of this contract reads.
  return /^\d{4}-/.test(utc) && !minutes?.startsWith('24') ? utc : undefined
}

/** Any ISO 8601 time with a zone, turned into UTC with milliseconds. */
export const zonedTime = z
  .string()
  .transform((text, context) => {
    const time = parseZonedTime(text)
    if (time !== undefined) return time
    context.issues.push({ code: 'custom', input: text, message: 'must be an ISO 8601 time with a zone' })
    return z.NEVER
  })
  .meta({ override: { type: 'string', format: 'date-time' } })
