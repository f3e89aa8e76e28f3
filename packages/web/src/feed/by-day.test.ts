import type { Event } from '@cairn/contract/schemas/feed/events'
import { afterEach, expect, test, vi } from 'vitest'
import { byDay, dayName } from './by-day.ts'

afterEach(() => vi.unstubAllEnvs())

/** An event at a local time. */
function event(id: string, day: number, hour: number): Event {
  return { id, createdAt: new Date(2026, 10, day, hour, 30).toISOString() } as Event
}

test('groups events by the days of the reader, in their order, each once', () => {
  const events = [event('a', 20, 9), event('b', 20, 0), event('b', 20, 0), event('c', 19, 23)]
  expect(byDay(events).map((day) => [day.date, day.events.map(({ id }) => id)])).toEqual([
    ['2026-11-20', ['a', 'b']],
    ['2026-11-19', ['c']],
  ])
  expect(byDay([])).toEqual([])
})

test('names days as people do', () => {
  const now = new Date(2026, 10, 20, 0, 10)
  const nameOf = (day: number) => dayName(byDay([event('a', day, 12)])[0] ?? { date: '', time: '' }, now)
  expect(nameOf(20)).toBe('Today')
  expect(nameOf(19)).toBe('Yesterday')
  expect(nameOf(18)).toMatch(/Wednesday.*2026/)
})

test.each([
  ['a day of 23 hours', '2026-03-29', '2026-03-29T22:30:00Z', '2026-03-29T12:00:00Z'],
  ['a day of 25 hours', '2026-10-24', '2026-10-25T22:30:00Z', '2026-10-24T12:00:00Z'],
])('yesterday is the day before, also beside %s', (_, date, now, time) => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(dayName({ date, time }, new Date(now))).toBe('Yesterday')
})
