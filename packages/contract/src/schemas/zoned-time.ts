import * as z from 'zod'
import { lazy } from '../lazy.ts'

// ISO 8601-1: calendar date and time with a zone, in the extended or the basic format; minutes and seconds may be
// missing, and the lowest part that is there may have a fraction, after a point or a comma. Both hyphens are its minus.
const extendedPattern =
  /^(?<date>\d{4}-\d{2}-\d{2})T(?<hour>\d{2})(?::(?<minute>\d{2})(?::(?<second>\d{2}))?)?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+\-−]\d{2}(?::?\d{2})?)$/
const basicPattern =
  /^(?<date>\d{8})T(?<hour>\d{2})(?:(?<minute>\d{2})(?<second>\d{2})?)?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+\-−]\d{2}(?::?\d{2})?)$/

const isoDate = lazy(() => z.iso.date())

/**
 * The same instant in UTC with milliseconds, or undefined where the text is no such time. `Date.parse` alone
 * would let 30 February through as 2 March, and knows neither format whole.
 */
export function parseZonedTime(text: string): string | undefined {
  const parts = (extendedPattern.exec(text) ?? basicPattern.exec(text))?.groups
  if (!parts) return undefined
  const { hour = '', minute, second, fraction = '0', zone = 'Z' } = parts
  const date = (parts.date ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  if (!isoDate().safeParse(date).success) return undefined
  const whole = Date.parse(`${date}T${hour}:${minute ?? '00'}:${second ?? '00'}.000${offsetOf(zone)}`)
  const millisecondsOfLowestPart = second ? 1_000n : minute ? 60_000n : 3_600_000n
  // Whole numbers: 0.29 hours are 1,044,000 milliseconds, in binary fractions one less.
  const digits = fraction.slice(0, 18)
  const instant = whole + Number((BigInt(digits) * millisecondsOfLowestPart) / 10n ** BigInt(digits.length))
  // 24:00 is the midnight that ends a day, and nothing comes after it.
  if (Number.isNaN(instant) || (hour === '24' && Number(fraction) > 0)) return undefined
  const utc = new Date(instant).toISOString()
  // Years before 0 and after 9999 have another form, which no client of this contract reads.
  return /^\d{4}-/.test(utc) ? utc : undefined
}

/** An offset as `Date.parse` takes it. */
function offsetOf(zone: string): string {
  if (zone === 'Z') return zone
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.startsWith('+') ? '+' : '-'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Any ISO 8601 time with a zone, turned into UTC with milliseconds. */
export const zonedTime = lazy(() =>
  z
    .string()
    .transform((text, context) => {
      const time = parseZonedTime(text)
      if (time !== undefined) return time
      context.issues.push({ code: 'custom', input: text, message: 'must be an ISO 8601 time with a zone' })
      return z.NEVER
    })
    .meta({ override: { type: 'string', format: 'date-time' } }),
)
