import { goalHealths, goalStatuses } from '@cairn/contract/goals/goal-words'
import type { Event } from '@cairn/contract/schemas/feed/events'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countsOf, firstHealths, type GoalState, snapshotsOf, turnOf } from './walk-back.ts'

const at = (time: number) => ({ createdAt: new Date(time).toISOString() })
const published = (goalId: string, time: number) =>
  ({ type: 'goal.published', goal: { id: goalId, title: goalId }, ...at(time) }) as Event
const reported = (goalId: string, time: number, previous: GoalState) =>
  ({ type: 'goal.reported', goal: { id: goalId, title: goalId }, ...at(time), data: { previous } }) as Event
const deleted = (goalId: string, time: number) =>
  ({ type: 'goal.deleted', goal: { id: goalId, title: goalId }, ...at(time) }) as Event

const state = (health: GoalState['health'], status: GoalState['status'] = 'active'): GoalState => ({
  status,
  health,
})

test('goals go back through their reports to before their publication', () => {
  const events = [
    deleted('gone', 60),
    reported('gone', 55, state('on_track')),
    reported('a', 50, state('at_risk')),
    reported('a', 30, state(null)),
    published('a', 20),
  ]
  const snapshots = snapshotsOf([{ id: 'a', ...state('off_track') }], events, [70, 40, 25, 10])
  expect(snapshots.map(({ at: time, states }) => [time, ...states])).toEqual([
    [70, ['a', state('off_track')]],
    [40, ['a', state('at_risk')]],
    [25, ['a', state(null)]],
    [10],
  ])
})

test('for any history, each time has the states of then', () => {
  const health = fc.option(fc.constantFrom(...goalHealths))
  const change = fc.record({
    goalId: fc.constantFrom('a', 'b', 'c'),
    state: fc.record({ status: fc.constantFrom(...goalStatuses), health }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const states = new Map<string, GoalState>()
      const events: Event[] = []
      const past = [new Map(states)]
      for (const [index, { goalId, state: next }] of changes.entries()) {
        const previous = states.get(goalId)
        events.unshift(previous ? reported(goalId, index + 1, previous) : published(goalId, index + 1))
        states.set(goalId, previous ? next : state(null))
        past.push(new Map(states))
      }
      const goals = [...states].map(([id, now]) => ({ id, ...now }))
      const times = past.map((_, time) => time).toReversed()
      for (const { at: time, states: then } of snapshotsOf(goals, events, times)) {
        expect(then).toEqual(past[time])
      }
    }),
  )
})

test('only active goals are counted', () => {
  const states = [
    state('on_track'),
    state('on_track'),
    state(null),
    state('off_track', 'paused'),
    state(null, 'completed'),
  ]
  expect(countsOf(states)).toEqual({ on_track: 2, none: 1, at_risk: 0, off_track: 0 })
})

describe('what became of a goal', () => {
  test.each([
    ['worse', state('on_track'), state('at_risk')],
    ['worse', state(null), state('off_track')],
    ['better', state('off_track'), state('at_risk')],
    ['completed', state('off_track'), state(null, 'completed')],
    ['completed', undefined, state(null, 'completed')],
    ['published', undefined, state(null)],
    ['resumed', state(null, 'archived'), state('on_track')],
    ['stopped', state('at_risk'), state('at_risk', 'paused')],
    [undefined, state(null), state('on_track')],
    [undefined, state('at_risk', 'paused'), state(null, 'archived')],
    [undefined, state('at_risk', 'paused'), state('off_track', 'paused')],
  ] as const)('is %s', (turn, before, now) => {
    expect(turnOf(before, now)).toBe(turn)
  })
})

test('the first health of a goal is that after its first report', () => {
  const events = [
    reported('a', 50, state('off_track')),
    reported('a', 40, state('on_track')),
    reported('b', 35, state(null)),
    reported('a', 30, state(null)),
    published('a', 20),
  ]
  expect([...firstHealths(events)]).toEqual([['a', state('on_track')]])
})
