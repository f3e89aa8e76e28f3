import { type BriefGoal, maximumBriefBytes } from '@cairn/contract/schemas/feed/brief'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BriefMeasure, type EventWithPeople, fitBrief, responseMeasure } from './fit-brief.ts'

const frame = {
  asOf: '2026-11-20T10:00:00.000Z',
  organization: { id: 'o', name: 'Foresters' },
  questions: [],
  toReview: [],
  mentions: [],
}

/** An element of about so many bytes. */
const goal = (bytes: number, title = '') => ({ title, text: 'x'.repeat(bytes) }) as unknown as BriefGoal
const event = (bytes: number, title = '') =>
  ({ event: goal(bytes, title), people: [] }) as unknown as EventWithPeople
const repeat = <T>(count: number, element: T): T[] => Array.from({ length: count }, () => element)

const counts = ({ goals, events }: ReturnType<typeof fitBrief>) => [goals.length, events.length]

test.each<[title: string, goals: BriefGoal[], events: EventWithPeople[], expected: [number, number]]>([
  ['everything that fits', repeat(20, goal(800)), repeat(50, event(200)), [20, 50]],
  ['goals within 20 KiB beside many events', repeat(40, goal(1_000)), repeat(50, event(1_000)), [20, 11]],
  ['more goals if events leave space', repeat(40, goal(1_000)), repeat(2, event(1_000)), [29, 2]],
  ['more events if goals leave space', repeat(2, goal(1_000)), repeat(50, event(1_000)), [2, 29]],
  ['a goal that takes the place of events', [goal(22_000)], repeat(5, event(3_000)), [1, 3]],
  ['an event, if the first goal leaves no space for one', [goal(28_000)], [event(6_000)], [0, 1]],
  ['nothing', [], [], [0, 0]],
])('takes %s', (_, goals, events, expected) => {
  expect(counts(fitBrief(frame, goals, events, 'oldest'))).toEqual(expected)
  expect(counts(fitBrief(frame, goals, events, 'newest'))).toEqual(expected)
})

test('keeps the first goals, and the oldest or the newest events', () => {
  const goals = ['a', 'b', 'c'].map((title) => goal(9_000, title))
  const events = ['a', 'b', 'c'].map((title) => event(9_000, title))
  const kept = (keep: 'oldest' | 'newest') => {
    const fitting = fitBrief(frame, goals, events, keep)
    return [...fitting.goals, ...fitting.events.map(({ event: kept }) => kept)].map(
      (element) => (element as { title: string }).title,
    )
  }
  expect(kept('oldest')).toEqual(['a', 'b', 'a'])
  expect(kept('newest')).toEqual(['a', 'b', 'c'])
})

/** Goals and events are their sizes; 90 is left beside the frame. */
const sizes: BriefMeasure = {
  maximum: 100,
  goals: 40,
  frame: () => 10,
  goal: (size) => size as unknown as number,
  events: (events) => events as unknown as number[],
}

test.each<[title: string, goals: number[], events: number[], expected: [number, number]]>([
  ['goals that take all', [30, 30, 30], [], [3, 0]],
  ['no goal that takes more', [30, 30, 31], [], [2, 0]],
  ['all of both', [30], [30, 30], [1, 2]],
  ['what goals may take beside many events', [20, 20, 1], Array(9).fill(10), [2, 5]],
  ['a first goal that takes more than its part', [41, 1], Array(9).fill(10), [1, 4]],
  ['a first goal that leaves space for one event', [80], Array(9).fill(10), [1, 1]],
  ['no goal that leaves space for none', [81], Array(9).fill(10), [0, 9]],
])('takes exactly %s', (_, goals, events, expected) => {
  const fit = (keep: 'oldest' | 'newest') =>
    counts(
      fitBrief(frame, goals as unknown as BriefGoal[], events as unknown as EventWithPeople[], keep, sizes),
    )
  expect(fit('oldest')).toEqual(expected)
  expect(fit('newest')).toEqual(expected)
})

test('measures the events in the order in which it takes them', () => {
  const events = [10, 20, 80] as unknown as EventWithPeople[]
  expect(fitBrief(frame, [], events, 'oldest', sizes).events).toEqual([10, 20])
  expect(fitBrief(frame, [], events, 'newest', sizes).events).toEqual([80])
})

test('leaves space for the longest cursors', () => {
  const measured: object[] = []
  fitBrief(frame, [], [], 'oldest', { ...sizes, frame: (rest) => measured.push(rest) })
  expect(measured).toEqual([
    {
      ...frame,
      goals: [],
      moreGoals: false,
      goalsCursor: 'x'.repeat(400),
      events: [],
      moreEvents: false,
      people: [],
      cursor: 'x'.repeat(120),
    },
  ])
})

test('measures the bytes of JSON, and a comma after each element', () => {
  expect(responseMeasure.frame({ a: 'é' })).toBe('{"a":"é"}'.length + 1)
  expect(responseMeasure.goal({ a: 'é' } as unknown as BriefGoal)).toBe('{"a":"é"},'.length + 1)
  const measured = { event: { a: 1 }, people: [{ b: 2 }, { c: 3 }] } as unknown as EventWithPeople
  expect(responseMeasure.events([measured, measured])).toEqual([24, 24])
})

test('never exceeds the limit, returns a part without holes, and always an event', () => {
  const text = fc.string({
    unit: fc.constantFrom('x', '"', '\\', '\u0001', 'é', '語', '🌳'),
    maxLength: 1_500,
  })
  const elements = fc.array(text.map((title) => ({ title })))
  fc.assert(
    fc.property(elements, elements, fc.constantFrom('oldest', 'newest'), (someGoals, someEvents, keep) => {
      const goals = someGoals as unknown as BriefGoal[]
      const events = someEvents.map((one) => ({
        event: one,
        people: [{ id: '1', displayName: one.title.slice(0, 100) }],
      })) as unknown as EventWithPeople[]
      const fitting = fitBrief(frame, goals, events, keep)
      const brief = {
        ...frame,
        goals: fitting.goals,
        moreGoals: true,
        events: fitting.events.map(({ event: kept }) => kept),
        moreEvents: true,
        people: fitting.events.flatMap(({ people }) => people),
        cursor: 'c'.repeat(99),
      }
      expect(Buffer.byteLength(JSON.stringify(brief))).toBeLessThanOrEqual(maximumBriefBytes)
      expect(fitting.goals).toEqual(goals.slice(0, fitting.goals.length))
      const from = keep === 'oldest' ? 0 : events.length - fitting.events.length
      expect(fitting.events).toEqual(events.slice(from, from + fitting.events.length))
      if (events.length > 0) expect(fitting.events).not.toEqual([])
    }),
  )
})
