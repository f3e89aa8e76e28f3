import { parseZonedTime } from '@cairn/contract/schemas/zoned-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from './seed.ts'

const two = (value: number) => String(value).padStart(2, '0')
const minutesPerDay = 24 * 60

/** A moment and a zone, and the many ways in which ISO 8601 writes them. */
const written = fc
  .record({
    moment: fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    offset: fc.integer({ min: -minutesPerDay + 1, max: minutesPerDay - 1 }),
    zone: fc.constantFrom('Z', 'hh:mm', 'hhmm', 'hh'),
    fraction: fc.stringMatching(/^\d{0,9}$/),
    mark: fc.constantFrom('.', ','),
    seconds: fc.boolean(),
  })
  .map(({ moment, offset, zone, fraction, mark, seconds }) => {
    const offsetInMinutes = zone === 'Z' ? 0 : zone === 'hh' ? Math.trunc(offset / 60) * 60 : offset
    const hasFraction = seconds && fraction !== ''
    const local = moment.toISOString()
    const clock = local.slice(0, seconds ? 19 : 16)
    const [hours, minutes] = [Math.trunc(Math.abs(offsetInMinutes) / 60), Math.abs(offsetInMinutes) % 60]
    const shown = {
      Z: 'Z',
      'hh:mm': `${two(hours)}:${two(minutes)}`,
      hhmm: two(hours) + two(minutes),
      hh: two(hours),
    }
    const sign = zone === 'Z' ? '' : offsetInMinutes < 0 ? '-' : '+'
    const milliseconds = hasFraction ? Number(fraction.slice(0, 3).padEnd(3, '0')) : 0
    const utc = Date.parse(`${clock}${seconds ? '' : ':00'}Z`) + milliseconds - offsetInMinutes * 60_000
    return {
      text: `${clock}${hasFraction ? mark + fraction : ''}${sign}${shown[zone]}`,
      expected: new Date(utc).toISOString(),
    }
  })

describe('a time with a zone', () => {
  it('is the same instant in UTC with milliseconds, however it was written', () => {
    fc.assert(
      fc.property(written, ({ text, expected }) => {
        expect(parseZonedTime(text)).toBe(expected)
        expect(parseZonedTime(expected)).toBe(expected)
      }),
      runs(3000),
    )
  })

  it('agrees with Date wherever Date takes the same form', () => {
    // Somewhat beyond what there is, at both ends.
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
        // Date rolls 30 February over, and takes 24:00 for the next day; the contract's clients should hear of it.
        const isPlain = !Number.isNaN(instant.getTime()) && Number(days) <= lastDay && hours !== '24'
        expect(parseZonedTime(text)).toBe(isPlain ? instant.toISOString() : undefined)
      }),
      runs(5000),
    )
  })

  it('is refused, never thrown at, in any other form', () => {
    const damage = fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }), fc.nat({ max: 2 }))
    const damaged = fc.tuple(written, damage).map(([{ text }, [at, insert, remove]]) => {
      const index = at % (text.length + 1)
      return text.slice(0, index) + insert + text.slice(index + remove)
    })
    fc.assert(
      fc.property(fc.oneof(damaged, fc.string({ unit: 'binary' })), (text) => {
        const time = parseZonedTime(text)
        if (time === undefined) return
        expect(new Date(time).toISOString()).toBe(time)
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}(:?\d{2})?)$/)
      }),
      runs(2000),
    )
  })
})
