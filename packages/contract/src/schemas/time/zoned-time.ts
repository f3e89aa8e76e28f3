import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'

// ISO 8601-1: calendar date and time with a zone, in the extended or the basic format. Minutes and seconds are
// optional; the lowest part that is present may have a fraction, after a point or a comma. The sign of a zone may be a
// hyphen or a minus.
const extendedPattern =
  /^(?<date>\d{4}-\d{2}-\d{2})T(?<hour>\d{2})(?::(?<minute>\d{2})(?::(?<second>\d{2}))?)?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+\-−]\d{2}(?::?\d{2})?)$/
const basicPattern =
  /^(?<date>\d{8})T(?<hour>\d{2})(?:(?<minute>\d{2})(?<second>\d{2})?)?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+\-−]\d{2}(?::?\d{2})?)$/

type Parts = {
  date: string
  hour: string
  minute?: string
  second?: string
  fraction?: string
  zone: string
}

const isoDate = lazy(() => z.iso.date())

/**
 * Returns the same instant in UTC with milliseconds, or undefined if the text is not such a time. `Date.parse` alone
 * accepts 30 February as 2 March and supports neither format completely.
 */
export function parseZonedTime(text: string): string | undefined {
  const parts = (extendedPattern.exec(text) ?? basicPattern.exec(text))?.groups as Parts | undefined
  if (!parts) return undefined
  const { hour, minute, second, fraction = '', zone } = parts
  const date = parts.date.replace(/(\d{4})(\d{2})(\d{2})/, '$1-$2-$3')
  if (!isoDate().safeParse(date).success) return undefined
  const whole = Date.parse(`${date}T${hour}:${minute ?? '00'}:${second ?? '00'}.000${offsetOf(zone)}`)
  const millisecondsOfLowestPart = second ? 1_000n : minute ? 60_000n : 3_600_000n
  // Integers, because 0.29 hours are 1,044,000 milliseconds, and one less in binary floating point.
  const digits = fraction.slice(0, 18)
  const instant = whole + Number((BigInt(digits) * millisecondsOfLowestPart) / 10n ** BigInt(digits.length))
  // 24:00 is the midnight at the end of a day; no later time exists in hour 24.
  if (Number.isNaN(instant) || (hour === '24' && Number(fraction) > 0)) return undefined
  const utc = new Date(instant).toISOString()
  // Years before 0 and after 9999 have another form in ISO 8601, which this contract does not use.
  return /^\d{4}-/.test(utc) ? utc : undefined
}

/** An offset in the form that `Date.parse` accepts: -00:00 for `Z`. */
function offsetOf(zone: string): string {
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.startsWith('+') ? '+' : '-'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Any ISO 8601 time with a zone, converted to UTC with milliseconds. */
export const zonedTime = lazy(() =>
  z
    .string()
    .transform((text, context) => {
      const time = parseZonedTime(text)
      if (time !== undefined) return time
      context.issues.push({
        code: 'custom',
        input: text,
        message: 'Use an ISO 8601 time with a time zone, such as 2026-11-20T10:00:00Z.',
      })
      return z.NEVER
    })
    .meta({
      description: 'An ISO 8601 time with a time zone. Stored in UTC.',
      override: { type: 'string', format: 'date-time' },
    }),
)
