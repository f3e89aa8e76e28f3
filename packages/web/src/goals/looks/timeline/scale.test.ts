import { describe, expect, test } from 'vitest'
import { placeOf, scaleOf } from './scale.ts'

describe('a scale', () => {
  test('goes from the beginning of the first month to the end of the last one, with a tick for each month', () => {
    expect(scaleOf(['2026-12-24', '2026-11-20', '2027-01-31'])).toEqual({
      first: '2026-11-01',
      last: '2027-02-01',
      ticks: ['2026-11-01', '2026-12-01', '2027-01-01'],
    })
  })

  test('of one day is its month', () => {
    expect(scaleOf(['2026-02-28'])).toMatchObject({ first: '2026-02-01', last: '2026-03-01' })
  })

  test.each([
    ['14 months', '2027-12-31', 14],
    ['two years', '2028-10-31', 8],
    ['five years', '2031-10-31', 10],
    ['twelve years', '2038-10-31', 12],
    ['a hundred years', '2126-10-31', 12],
  ])('of %s has few ticks', (_, last, count) => {
    const { ticks } = scaleOf(['2026-11-20', last])
    expect(ticks.length).toBe(count)
    expect(ticks).toEqual(ticks.toSorted())
  })
})

test.each([
  ['quarters', '2026-11-20', '2028-10-31', ['2027-01-01', '2027-04-01', '2027-07-01'], '2028-10-01'],
  ['half years', '2026-11-20', '2031-10-31', ['2027-01-01', '2027-07-01', '2028-01-01'], '2031-07-01'],
  ['years', '2026-11-20', '2038-10-31', ['2027-01-01', '2028-01-01', '2029-01-01'], '2038-01-01'],
  ['three years', '2026-11-20', '2066-10-31', ['2028-01-01', '2031-01-01', '2034-01-01'], '2064-01-01'],
  ['months of 14', '2026-11-20', '2027-12-31', ['2026-11-01', '2026-12-01', '2027-01-01'], '2027-12-01'],
])('ticks are at the beginnings of %s', (_, from, to, first, last) => {
  const { ticks } = scaleOf([from, to])
  expect(ticks.slice(0, 3)).toEqual(first)
  expect(ticks.at(-1)).toBe(last)
})

describe('the place of a day', () => {
  const scale = scaleOf(['2026-11-20'])
  test.each([
    ['2026-11-01', 0],
    ['2026-11-16', 0.5],
    ['2026-12-01', 1],
    ['2020-01-01', 0],
    ['2030-01-01', 1],
  ])('%s is at %d', (day, expected) => {
    expect(placeOf(day, scale)).toBeCloseTo(expected)
  })
})
