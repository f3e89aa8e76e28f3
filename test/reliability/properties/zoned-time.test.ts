import { parseZonedTime } from '@cairn/contract/schemas/time/zoned-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from './support/seed.ts'

const two = (value: number) => String(value).padStart(2, '0')
const minutesPerDay = 24 * 60

/** The length of `2026-11-20T10:00:00` at each precision, and the unit of its last part in milliseconds. */
const precisions = {
  second: { length: 19, milliseconds: 1_000n },
  minute: { length: 16, milliseconds: 60_000n },
  hour: { length: 13, milliseconds: 3_600_000n },
}

/** A time with a zone in the many notations of ISO 8601, and the expected result. */
const written = fc
  .record({
    moment: fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    offset: fc.integer({ min: -minutesPerDay + 1, max: minutesPerDay - 1 }),
    zone: fc.constantFrom<'Z' | 'minutes' | 'hours'>('Z', 'minutes', 'hours'),
    fraction: fc.stringMatching(/^\d{0,9}$/),
    mark: fc.constantFrom('.', ','),
    precision: fc.constantFrom<keyof typeof precisions>('second', 'minute', 'hour'),
    isBasic: fc.boolean(),
  })
  .map(({ moment, offset, zone, fraction, mark, precision, isBasic }) => {
    const { length, milliseconds } = precisions[precision]
    const minutes = zone === 'Z' ? 0 : zone === 'hours' ? Math.trunc(offset / 60) * 60 : offset
    const clock = moment.toISOString().slice(0, length)
    const sign = minutes < 0 ? '-' : '+'
    const hours = two(Math.trunc(Math.abs(minutes) / 60))
    const at = { Z: 'Z', hours: sign + hours, minutes: `${sign}${hours}:${two(Math.abs(minutes) % 60)}` }[
      zone
    ]
    const past = fraction === '' ? 0n : (BigInt(fraction) * milliseconds) / 10n ** BigInt(fraction.length)
    const whole = Date.parse(`${clock}${':00:00'.slice(length - 13)}Z`)
    const plain = (text: string) => (isBasic ? text.replaceAll(/[-:]/g, '') : text)
    return {
      text: `${plain(clock)}${fraction === '' ? '' : mark + fraction}${isBasic ? at.replace(':', '') : at}`,
      expected: new Date(whole + Number(past) - minutes * 60_000).toISOString(),
    }
  })

describe('a time with a zone', () => {
  it('is parsed to the same instant in UTC with milliseconds, in every notation', () => {
    fc.assert(
      fc.property(written, ({ text, expected }) => {
        expect(parseZonedTime(text)).toBe(expected)
        expect(parseZonedTime(expected)).toBe(expected)
      }),
      runs(4000),
    )
  })

  it('is parsed as Date parses it, if Date accepts the notation', () => {
    // Slightly beyond the valid ranges.
    const upTo = (max: number) => fc.integer({ min: 0, max }).map(two)
    const year = fc
      .oneof(fc.integer({ min: 1, max: 9998 }), fc.constantFrom(2000, 2024, 1900, 2100))
      .map((value) => String(value).padStart(4, '0'))
    const parts = fc.tuple(year, upTo(13), upTo(32), upTo(25), upTo(61), upTo(61))
    const offset = fc.tuple(fc.constantFrom('+', '-'), upTo(25), upTo(61))
    const zone = fc.oneof(
      fc.constant('Z'),
      offset.map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
    )
    fc.assert(
      fc.property(parts, zone, ([years, months, days, hours, minutes, seconds], at) => {
        const text = `${years}-${months}-${days}T${hours}:${minutes}:${seconds}.000${at}`
        const instant = new Date(text)
        const lastDay = new Date(Date.UTC(Number(years), Number(months), 0)).getUTCDate()
        // Date reads February 30 as March 2; the service refuses it.
        const isDate = !Number.isNaN(instant.getTime()) && Number(days) <= lastDay
        expect(parseZonedTime(text)).toBe(isDate ? instant.toISOString() : undefined)
      }),
      runs(5000),
    )
  })

  it('is refused without throwing in any other notation', () => {
    const corruption = fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }), fc.nat({ max: 2 }))
    const corrupted = fc.tuple(written, corruption).map(([{ text }, [at, insert, remove]]) => {
      const index = at % (text.length + 1)
      return text.slice(0, index) + insert + text.slice(index + remove)
    })
    fc.assert(
      fc.property(fc.oneof(corrupted, fc.string({ unit: 'binary' })), (text) => {
        const time = parseZonedTime(text)
        if (time === undefined) return
        expect(new Date(time).toISOString()).toBe(time)
        expect(text).toMatch(/^\d{4}-?\d{2}-?\d{2}T\d{2}[\d:.,]*(Z|[+\-−]\d{2}(:?\d{2})?)$/)
      }),
      runs(2000),
    )
  })
})
