import { describe, expect, test } from 'vitest'
import { axisOf, placedLabels } from './time-axis.ts'

const day = 86_400_000
const begin = Date.parse('2026-01-01T00:00:00')
const now = begin + 100 * day

describe('the end of a chart', () => {
  test.each([
    ['without a target date', undefined, { end: now, due: undefined, isDueLater: false }],
    ['a target date before the beginning', '2025-12-01', { end: now, due: undefined, isDueLater: false }],
    ['a target date far in the future', '2036-01-01', { end: now, due: undefined, isDueLater: true }],
  ])('%s', (_, dueDate, expected) => {
    expect(axisOf(begin, now, dueDate)).toEqual({ begin, ...expected })
  })

  test('is a target date in the near future', () => {
    const { end, due } = axisOf(begin, now, '2026-05-01')
    expect(end).toBe(due)
    expect(end).toBeGreaterThan(now)
  })

  test('marks a target date at its end, when the goal is due', () => {
    const { due } = axisOf(begin, now, '2026-05-01')
    expect(due).toBe(Date.parse('2026-05-01T23:59:59'))
  })

  test('marks a target date that is the day of the beginning', () => {
    expect(axisOf(begin, now, '2026-01-01')).toMatchObject({ due: Date.parse('2026-01-01T23:59:59') })
  })

  test('is now, after a target date that has passed', () => {
    const { end, due } = axisOf(begin, now, '2026-02-01')
    expect(end).toBe(now)
    expect(due).toBeLessThan(now)
  })

  test('is after the beginning, even in the first minute', () => {
    expect(axisOf(begin, begin, undefined).end).toBe(begin + 60_000)
  })

  test('is a target date that leaves just 40 % for the past, and no later one', () => {
    const due = Date.parse('2026-05-01T23:59:59')
    const latest = begin + (due - begin) * 0.4
    expect(axisOf(begin, latest, '2026-05-01')).toEqual({ begin, end: due, due, isDueLater: false })
    expect(axisOf(begin, latest - 1, '2026-05-01')).toMatchObject({ due: undefined, isDueLater: true })
  })

  test('marks a target date that is the beginning', () => {
    const due = Date.parse('2026-01-01T23:59:59')
    expect(axisOf(due, now, '2026-01-01').due).toBe(due)
    expect(axisOf(due + 1, now, '2026-01-01').due).toBeUndefined()
  })
})

describe('labels', () => {
  const label = (key: string, x: number, text = '1234567890') => ({ key, text, x })

  test('stay inside, at the ends of the chart', () => {
    const [first, last] = placedLabels([label('a', 0), label('b', 400)], 0, 400)
    expect(first).toMatchObject({ x: 0, anchor: 'start' })
    expect(last).toMatchObject({ x: 400, anchor: 'end' })
  })

  test('that would touch a more important one are left out', () => {
    const kept = placedLabels([label('a', 0), label('b', 400), label('c', 390), label('d', 200)], 0, 400)
    expect(kept.map(({ key }) => key)).toEqual(['a', 'b', 'd'])
  })

  test('are 12 pixels from each other at least', () => {
    const middle = (x: number) => ({ key: 'b', text: '1234567890', x, anchor: 'middle' })
    const beside = (key: string, x: number) => placedLabels([label('a', 200), label(key, x)], 0, 400).slice(1)
    expect(beside('b', 200 + 72 + 12)).toEqual([middle(284)])
    expect(beside('b', 200 + 72 + 11)).toEqual([])
    expect(beside('b', 200 - 72 - 12)).toEqual([middle(116)])
    expect(beside('b', 200 - 72 - 11)).toEqual([])
  })

  test('that fill the chart begin at its left', () => {
    expect(placedLabels([label('a', 0)], 0, 72)).toEqual([
      { key: 'a', text: '1234567890', x: 0, anchor: 'start' },
    ])
    expect(placedLabels([label('a', 10)], 10, 82)).toMatchObject([{ x: 10, anchor: 'start' }])
  })

  test('that are wider than the chart are left out', () => {
    expect(placedLabels([label('a', 0)], 0, 50)).toEqual([])
  })
})
