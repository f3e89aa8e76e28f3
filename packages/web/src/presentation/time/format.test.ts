import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFormats, daysUntil, formatAgo, formatDaysUntil, formatUntil, today } from './format.ts'

afterEach(() => vi.unstubAllEnvs())

/** Versions of the locale data use different spaces before AM and PM. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('the reader’s locale and time zone', () => {
  test.each([
    ['en-US', 'America/New_York', 'Nov 20, 2026', 'Nov 20, 2026, 6:30 PM', '12,345'],
    ['en-GB', 'Europe/London', '20 Nov 2026', '20 Nov 2026, 23:30', '12,345'],
    ['de-DE', 'Europe/Berlin', '21. Nov. 2026', '21. Nov. 2026, 00:30', '12.345'],
    ['ja-JP', 'Asia/Tokyo', '2026年11月21日', '2026年11月21日, 8:30', '12,345'],
  ])('%s in %s', (language, timeZone, date, dateTime, number) => {
    const formats = createFormats([language], timeZone)
    const time = '2026-11-20T23:30:00.000Z'
    expect(formats.formatDate(time)).toBe(date)
    expect(formats.formatDate(Date.parse(time))).toBe(date)
    expect(plain(formats.formatDateTime(time))).toBe(dateTime)
    expect(formats.formatNumber(12_345)).toBe(number)
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('a plain date is the same day in %s', (timeZone) => {
    expect(createFormats(['en-GB'], timeZone).formatPlainDate('2026-11-20')).toBe('20 Nov 2026')
  })

  test.each([
    [0, '0%', '0 %'],
    [0.29, '29%', '29 %'],
    [0.999, '99%', '99 %'],
    [1, '100%', '100 %'],
  ])('a share of %s in whole percent', (share, english, german) => {
    expect(createFormats(['en-US']).formatPercent(share)).toBe(english)
    expect(plain(createFormats(['de-DE']).formatPercent(share))).toBe(german)
  })

  test('measured values keep their decimals and have their unit', () => {
    const { formatValue } = createFormats(['de-DE'])
    expect(formatValue(1_234.000_001, 'h')).toBe('1.234,000001\u00a0h')
    expect(formatValue(0, null)).toBe('0')
  })

  test('uses the first valid language', () => {
    expect(createFormats(['en-US@posix', 'de', 'en-US']).formatNumber(12_345)).toBe('12.345')
    expect(createFormats([]).formatNumber(1)).toBe('1')
  })
})

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test.each([
  [0, 'just now'],
  [44 * second, 'just now'],
  [45 * second, '1 minute ago'],
  [44 * minute, '44 minutes ago'],
  [45 * minute, '1 hour ago'],
  [21 * hour, '21 hours ago'],
  [22 * hour, '1 day ago'],
  [25 * day, '25 days ago'],
  [26 * day, '1 month ago'],
  [319 * day, '10 months ago'],
  [320 * day, '1 year ago'],
  [800 * day, '2 years ago'],
  [-3 * day, 'in 3 days'],
])('%s ms ago is "%s"', (milliseconds, words) => {
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  expect(formatAgo(new Date(now - milliseconds).toISOString(), now)).toBe(words)
})

test.each([
  ['Pacific/Kiritimati', '2027-01-01'],
  ['UTC', '2026-12-31'],
  ['Pacific/Pago_Pago', '2026-12-31'],
])('today in %s is the local date', (timeZone, date) => {
  vi.stubEnv('TZ', timeZone)
  expect(today(new Date('2026-12-31T12:00:00.000Z'))).toBe(date)
})

test.each([
  ['2026-11-20', 0, 'today'],
  ['2026-11-21', 1, 'tomorrow'],
  ['2026-11-19', -1, 'yesterday'],
  ['2026-12-04', 14, 'in 14 days'],
  ['2027-01-19', 60, 'in 60 days'],
  ['2027-01-20', 61, 'in 2 months'],
  ['2028-11-18', 729, 'in 24 months'],
  ['2028-11-19', 730, 'in 2 years'],
  ['2020-01-01', -2515, '7 years ago'],
])('the day %s is %s days away: %s', (date, days, words) => {
  expect(daysUntil(date, '2026-11-20')).toBe(days)
  expect(formatDaysUntil(days)).toBe(words)
})

test('a month is in letters, and January is the year', () => {
  const { formatMonth } = createFormats(['en-US'])
  expect(['2026-12-01', '2027-01-01', '2027-02-01'].map(formatMonth)).toEqual(['Dec', '2027', 'Feb'])
})

test.each([
  [0, '0 sec', '0 Sek.'],
  [45, '45 sec', '45 Sek.'],
  [90, '1 min 30 sec', '1 Min. 30 Sek.'],
  [900, '15 min', '15 Min.'],
  [7_500, '2 hr 5 min', '2 Std. 5 Min.'],
  [7_200, '2 hr', '2 Std.'],
  [360_000, '100 hr', '100 Std.'],
])('%s seconds last %s', (seconds, english, german) => {
  expect(plain(createFormats(['en-US']).formatDuration(seconds))).toBe(english)
  expect(plain(createFormats(['de-DE']).formatDuration(seconds))).toBe(german)
})

test.each([
  [0, '0.00'],
  [1_500_000, '1.50'],
  [1_234_567_890, '1,234.57'],
  [4_200, '0.0042'],
])('%s millionths cost %s', (micros, cost) => {
  expect(createFormats(['en-US']).formatCost(micros)).toBe(cost)
})

test.each([
  [999, '999'],
  [9_999, '9,999'],
  [12_345, '12.3K'],
  [1_236_000, '1.24M'],
])('%s in short is %s', (count, short) => {
  expect(createFormats(['en-US']).formatCompact(count)).toBe(short)
})

test.each([
  [-5, 'any moment'],
  [30, 'in 30 seconds'],
  [61, 'in 1 minute'],
  [15 * 60, 'in 15 minutes'],
  [3 * 3_600, 'in 3 hours'],
])('a time in %s seconds comes %s', (seconds, words) => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(formatUntil(new Date(now + seconds * 1_000).toISOString(), now)).toBe(words)
})
