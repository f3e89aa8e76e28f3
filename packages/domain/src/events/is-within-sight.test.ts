import type { Event } from '@cairn/contract/schemas/feed/events'
import { describe, expect, test } from 'vitest'
import { nextPage, positionAfter } from './feed/position.ts'
import { isWithinSight } from './is-within-sight.ts'

describe('an event is within sight', () => {
  const reported = { type: 'goal.reported', goal: { id: 'g1', title: 'Trees' } } as Event
  const joined = { type: 'member.joined', goal: null } as Event
  const some = new Set(['g1'])
  const others = new Set(['g2'])

  test.each<[string, ReadonlySet<string> | null, 'owner' | 'admin' | 'member', Event, boolean]>([
    ['of a goal, for a member', null, 'member', reported, true],
    ['about members, for a member', null, 'member', joined, false],
    ['about members, for an admin', null, 'admin', joined, true],
    ['about members, for the owner', null, 'owner', joined, true],
    ['of a goal that a token is for', some, 'member', reported, true],
    ['of another goal than a token is for', others, 'owner', reported, false],
    ['about members, for an owner’s token for some goals', some, 'owner', joined, false],
  ])('%s: %s', (_, goalIds, role, event, expected) => {
    expect(isWithinSight({ goalIds }, role, event)).toBe(expected)
  })
})

describe('a place in the feed', () => {
  const page = (count: number) => ({ page: 7, events: Array.from({ length: count }, () => ({}) as Event) })

  test('after an event names it; after the last one, the whole page', () => {
    expect(positionAfter(page(3), 0)).toEqual({ page: 7, index: 1 })
    const end = positionAfter(page(3), 2)
    expect(end).toEqual(positionAfter(page(1), 0))
    expect(nextPage(end)).toBe(8)
  })

  test.each([
    [{ page: 0, index: 0 }, 1],
    [{ page: 7, index: 0 }, 7],
    [{ page: 7, index: 2 }, 7],
  ])('%j is followed by events of page %i', (position, expected) => {
    expect(nextPage(position)).toBe(expected)
  })
})
