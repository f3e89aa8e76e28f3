import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestDelay, firstDigestAt } from './person.ts'
import {
  addDays,
  dayAt,
  daysBetween,
  morningOf,
  nextDigestAt,
  nextReminderAt,
  spreadDigestAt,
} from './schedule.ts'

const isoOf = (time: number) => new Date(time).toISOString()

describe('8 o’clock', () => {
  test.each([
    ['2027-03-27', 'Europe/Berlin', '2027-03-27T07:00:00.000Z'],
    ['2027-03-28', 'Europe/Berlin', '2027-03-28T06:00:00.000Z'], // Clocks went forward that night.
    ['2027-10-31', 'Europe/Berlin', '2027-10-31T07:00:00.000Z'], // Clocks went back that night.
    ['2027-03-14', 'America/New_York', '2027-03-14T12:00:00.000Z'],
    ['2027-11-07', 'America/New_York', '2027-11-07T13:00:00.000Z'],
    ['2027-07-01', 'Asia/Kolkata', '2027-07-01T02:30:00.000Z'],
    ['2027-07-01', 'Australia/Lord_Howe', '2027-06-30T21:30:00.000Z'],
    ['2027-01-01', 'Pacific/Kiritimati', '2026-12-31T18:00:00.000Z'],
    ['2027-01-01', 'Pacific/Niue', '2027-01-01T19:00:00.000Z'],
    ['2028-02-29', 'UTC', '2028-02-29T08:00:00.000Z'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T18:00:00.000Z'],
    // Samoa had no such day: its morning is that of the next one.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T18:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T18:00:00.000Z'],
    // Kwajalein skipped this day, and had all hours of the other one but the first twice.
    ['1993-08-21', 'Pacific/Kwajalein', '1993-08-21T20:00:00.000Z'],
    ['1969-09-30', 'Pacific/Kwajalein', '1969-09-29T21:00:00.000Z'],
    // A name that this runtime does not know counts as UTC.
    ['2027-07-01', 'Mars/Olympus', '2027-07-01T08:00:00.000Z'],
  ])('of %s in %s is %s', (day, timeZone, expected) => {
    expect(isoOf(morningOf(day, timeZone))).toBe(expected)
  })
})

describe('the day', () => {
  test.each([
    ['2027-03-28T21:59:59.999Z', 'Europe/Berlin', '2027-03-28'],
    ['2027-03-28T22:00:00.000Z', 'Europe/Berlin', '2027-03-29'],
    ['2027-03-27T22:59:59.999Z', 'Europe/Berlin', '2027-03-27'],
    ['2026-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01'],
    ['2027-01-01T10:59:59.999Z', 'Pacific/Niue', '2026-12-31'],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
  ])('at %s in %s is %s', (time, timeZone, expected) => {
    expect(dayAt(Date.parse(time), timeZone)).toBe(expected)
  })

  test.each([
    ['2028-02-29', -1, '2028-02-28'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2027-03-01', -1, '2027-02-28'],
    ['2028-03-07', -7, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s plus %i is %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected)
    expect(daysBetween(day, expected)).toBe(days)
  })
})

describe('the weekly digest', () => {
  const key = 'ada'
  const delay = digestDelay(key)

  test.each([
    ['2027-03-22T07:00:00.000Z', 'Europe/Berlin', '2027-03-29T06:00:00.000Z'], // A week of 167 hours.
    ['2027-03-22T06:59:59.999Z', 'Europe/Berlin', '2027-03-22T07:00:00.000Z'],
    ['2027-10-25T06:00:00.000Z', 'Europe/Berlin', '2027-11-01T07:00:00.000Z'], // 169 hours.
    ['2026-11-22T20:00:00.000Z', 'UTC', '2026-11-23T08:00:00.000Z'],
    ['2026-11-22T20:00:00.000Z', 'Pacific/Auckland', '2026-11-29T19:00:00.000Z'],
    ['2026-11-23T20:00:00.000Z', 'Pacific/Niue', '2026-11-30T19:00:00.000Z'],
    ['2028-02-28T08:00:00.000Z', 'UTC', '2028-03-06T08:00:00.000Z'], // Over 29 February.
    ['2011-12-29T18:00:00.000Z', 'Pacific/Apia', '2012-01-01T18:00:00.000Z'], // Over the day that Samoa skipped.
  ])('after %s in %s is due at %s, later by the delay of the person', (after, timeZone, expected) => {
    expect(isoOf(nextDigestAt(Date.parse(after) + delay, timeZone, key) - delay)).toBe(expected)
  })

  test('is due on a Monday between 8 and 9 o’clock in every zone, within 8 days', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kyiv', 'Asia/Calcutta']
    const time = integer({ min: Date.parse('1990-01-01'), max: Date.parse('2060-01-01') })
    assert(
      property(time, constantFrom(...zones), (after, timeZone) => {
        const at = nextDigestAt(after, timeZone, key)
        expect(at).toBeGreaterThan(after)
        expect(at - after).toBeLessThanOrEqual(8.1 * 24 * 60 * 60 * 1000)
        const local = new Intl.DateTimeFormat('en-US', {
          timeZone,
          weekday: 'long',
          hour: '2-digit',
          hourCycle: 'h23',
        }).format(at)
        expect(local).toBe('Monday, 08')
        expect(nextDigestAt(at - 1, timeZone, key)).toBe(at)
        expect(morningOf(dayAt(at, timeZone), timeZone) + delay).toBe(at)
      }),
      { seed: 20261122, numRuns: 1_000 },
    )
  })

  test('of a new user is the one by UTC', () => {
    assert(
      property(integer({ min: 0, max: Date.parse('2100-01-01') }), (now) => {
        expect(firstDigestAt(now, key)).toBe(nextDigestAt(now, 'UTC', key))
      }),
      { seed: 20261122 },
    )
  })

  test('of a thousand people is spread over the hour: at most 40 in any minute', () => {
    const minutes = Array.from({ length: 1_000 }, (_, index) => Math.floor(digestDelay(`${index}`) / 60_000))
    const counts = Array.from({ length: 60 }, (_, minute) => minutes.filter((one) => one === minute).length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(40)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(counts.reduce((sum, count) => sum + count)).toBe(1_000)
  })

  test.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu'])(
    'in %s that was stored for 8 o’clock is due later by the delay, and one that was spread is not',
    (timeZone) => {
      const stored = morningOf('2099-03-02', timeZone)
      expect(spreadDigestAt(stored, timeZone, key)).toBe(stored + delay)
      expect(spreadDigestAt(stored + delay, timeZone, key)).toBe(stored + delay)
      // Of another time zone, before the person has moved.
      expect(spreadDigestAt(stored - 3 * 3_600_000, timeZone, key)).toBe(stored - 3 * 3_600_000)
    },
  )
})

describe('an email with reminders', () => {
  const berlin = 'Europe/Berlin'

  test.each([
    ['the first ever is sent at once', '2027-03-27T23:30:00.000Z', undefined, '2027-03-27T23:30:00.000Z'],
    [
      'a second of the day waits for the morning',
      '2027-03-27T12:00:00.000Z',
      '2027-03-27',
      '2027-03-28T06:00:00.000Z',
    ],
    [
      'one after midnight is of the next day',
      '2027-03-27T23:30:00.000Z',
      '2027-03-27',
      '2027-03-27T23:30:00.000Z',
    ],
    ['a later one is sent at once', '2027-03-30T12:00:00.000Z', '2027-03-27', '2027-03-30T12:00:00.000Z'],
    // After a flight over the date line, the day of the last email is ahead.
    [
      'a day that is ahead is waited for',
      '2027-03-27T12:00:00.000Z',
      '2027-03-28',
      '2027-03-29T06:00:00.000Z',
    ],
  ])('%s', (_, wanted, remindedOn, expected) => {
    expect(isoOf(nextReminderAt(Date.parse(wanted), berlin, remindedOn))).toBe(expected)
  })

  test('is sent once in each of a person’s days, however many are wanted', () => {
    const zones = ['Pacific/Apia', 'Africa/Casablanca', 'America/Sao_Paulo', berlin, 'UTC', 'Asia/Tehran']
    const start = Date.parse('2011-12-20')
    const hours = integer({ min: 0, max: 24 * 20 })
    assert(
      property(constantFrom(...zones), hours, hours, (timeZone, first, second) => {
        const sent = nextReminderAt(start + Math.min(first, second) * 3_600_000, timeZone, undefined)
        const wanted = Math.max(sent, start + Math.max(first, second) * 3_600_000)
        const again = nextReminderAt(wanted, timeZone, dayAt(sent, timeZone))
        expect(again).toBeGreaterThanOrEqual(wanted)
        expect(dayAt(again, timeZone) > dayAt(sent, timeZone)).toBe(true)
      }),
      { seed: 20261122, numRuns: 2_000 },
    )
  })
})
