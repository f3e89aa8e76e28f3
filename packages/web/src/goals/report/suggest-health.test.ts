import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, test } from 'vitest'
import { suggestHealth } from './suggest-health.ts'

const measure = (id: string, progress: number | null): Goal['measures'][number] => ({
  id,
  title: id,
  unit: null,
  start: 100,
  target: 0,
  current: null,
  progress,
})
/** From November 1 to the end of November 10: ten days. */
const goal = (...measures: Goal['measures']) => ({
  timeframe: { kind: 'deadline' as const, targetDate: '2026-11-10' },
  createdAt: '2026-11-01T00:00:00.000Z',
  measures,
})
const day = (number: number) => Date.parse('2026-11-01T00:00:00.000Z') + (number - 1) * 86_400_000
const healthOf = (...parameters: Parameters<typeof suggestHealth>) =>
  suggestHealth(...parameters)?.health ?? null

describe('pace', () => {
  test.each([
    [0.5, 'on_track'],
    [0.45, 'on_track'],
    [0.44, 'at_risk'],
    [0.3, 'at_risk'],
    [0.29, 'off_track'],
    [0, 'off_track'],
  ])('%s of the way after half of the time is %s', (progress, health) => {
    expect(healthOf(goal(measure('a', progress)), 'active', {}, day(6))).toBe(health)
  })

  test('has a reason with both shares', () => {
    expect(suggestHealth(goal(measure('a', 0.25)), 'active', {}, day(6))?.reason).toBe(
      '25% of the way after 50% of the time.',
    )
  })

  test('is the mean of the measures, from a tenth of the time on', () => {
    expect(healthOf(goal(measure('a', 0.2), measure('b', 0.4)), 'active', {}, day(6))).toBe('at_risk')
    expect(healthOf(goal(measure('a', 0.1)), 'active', {}, day(2))).toBe('on_track')
  })

  test('uses the values typed in the report, and leaves out measures without a value', () => {
    const measures = goal(measure('a', 0.1), measure('b', null), measure('c', null))
    expect(healthOf(measures, 'active', {}, day(6))).toBe('off_track')
    expect(healthOf(measures, 'active', { a: '20' }, day(6))).toBe('on_track')
    expect(healthOf(measures, 'active', { a: '', b: '0' }, day(6))).toBe('on_track')
    expect(healthOf(measures, 'active', { a: '-' }, day(6))).toBe('off_track')
  })
})

describe('dates', () => {
  test('a goal is off track from the day after its target date, also without measures', () => {
    expect(healthOf(goal(), 'active', {}, day(11) - 1)).toBeNull()
    expect(healthOf(goal(), 'active', {}, day(11))).toBe('off_track')
    expect(suggestHealth(goal(measure('a', 0.9)), 'active', {}, day(11))?.reason).toBe(
      'The target date, Nov 10, 2026, has passed.',
    )
  })

  test('a goal that has reached its targets is on track, whatever the date', () => {
    expect(healthOf(goal(measure('a', 1)), 'active', {}, day(20))).toBe('on_track')
    expect(healthOf(goal(measure('a', 1)), 'active', {}, day(1))).toBe('on_track')
  })

  test('nothing is suggested early, without a value, without a target date, or for a status without health', () => {
    expect(healthOf(goal(measure('a', 0)), 'active', {}, day(1.9))).toBeNull()
    expect(healthOf(goal(measure('a', null)), 'active', {}, day(6))).toBeNull()
    expect(
      healthOf({ ...goal(measure('a', 0)), timeframe: { kind: 'continuous' } }, 'active', {}, day(6)),
    ).toBeNull()
    expect(
      healthOf({ ...goal(measure('a', 1)), timeframe: { kind: 'continuous' } }, 'active', {}, day(6)),
    ).toBeNull()
    expect(healthOf(goal(measure('a', 0)), 'completed', {}, day(6))).toBeNull()
    expect(healthOf(goal(measure('a', 0)), 'paused', {}, day(6))).toBe('off_track')
  })

  test('a target date before the publication is passed, not an error', () => {
    expect(
      healthOf({ ...goal(measure('a', 0)), createdAt: '2026-12-01T00:00:00.000Z' }, 'active', {}, day(40)),
    ).toBe('off_track')
  })
})
