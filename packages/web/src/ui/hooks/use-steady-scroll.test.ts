import { expect, test } from 'vitest'
import { medianShift, type Place } from './use-steady-scroll.ts'

const row = (before: number, now: number, isConnected = true): Place => ({
  element: { isConnected, getBoundingClientRect: () => ({ top: now }) as DOMRect },
  top: before,
})

test('is how far most rows were pushed, whatever single rows did', () => {
  expect(medianShift([row(10, 130), row(90, 210), row(170, -900), row(250, 370)])).toBe(120)
  expect(medianShift([row(10, 10), row(90, 90), row(170, -900)])).toBe(0)
})

test('ignores rows that are gone', () => {
  expect(medianShift([row(10, 0, false), row(90, 10), row(170, 0, false)])).toBe(-80)
  expect(medianShift([row(10, 0, false)])).toBe(0)
  expect(medianShift([])).toBe(0)
})
