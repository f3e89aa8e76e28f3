import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstKeptId, itemIdOf, itemTimeToLive, timeOfItem } from './item-id.ts'
import {
  isRead,
  maximumKept,
  newCount,
  readTimeOf,
  unreadOf,
  withoutUnread,
  withReadUntil,
  withUnread,
} from './unread.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const at = (date: Date, id = 'event') => itemIdOf({ id, createdAt: date.toISOString() })
const empty = newCount({ organizationKey: 'o', personKey: 'p', userId: 'u', joinId: 'j' })

describe('the id of an item', () => {
  test('is a UUID of version 7 with the time of the event, the same for the same event', () => {
    const id = at(now)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(timeOfItem(id)).toBe(now.getTime())
    expect(at(now)).toBe(id)
    expect(at(now, 'another')).not.toBe(id)
    expect(at(days(1)) > id).toBe(true)
  })

  test('expires 90 days after its day, and is deleted a day later', () => {
    const id = at(now)
    const lastKept = new Date('2027-02-18T23:59:59.999Z')
    expect(id >= firstKeptId(lastKept)).toBe(true)
    const expired = new Date('2027-02-19T00:00:00.000Z')
    expect(id < firstKeptId(expired)).toBe(true)
    expect(itemTimeToLive(id) * 1000).toBe(Date.parse('2027-02-20T00:00:00.000Z'))
    const count = withUnread(empty, id, now)
    expect([unreadOf(count, lastKept), unreadOf(count, expired)]).toEqual([1, 0])
  })
})

test('an item is read since it was marked by itself, otherwise since the mark', () => {
  const id = at(now)
  const unread = withUnread(empty, id, now)
  expect(readTimeOf(unread, { itemId: id })).toBeUndefined()
  expect(readTimeOf(unread, { itemId: id, readAt: 7 })).toBe(7)
  expect(readTimeOf(withReadUntil(unread, id, [], days(1)), { itemId: id })).toBe(days(1).getTime())
})

test('at most a thousand items are kept unread below the mark: the oldest count as read', () => {
  const ids = Array.from({ length: maximumKept + 2 }, (_, index) => at(now, String(index))).sort()
  const marked = withReadUntil(empty, at(days(1)), [], now)
  const count = ids.reduce((before, id) => withUnread(before, id, now), marked)
  expect(count.kept).toEqual(ids.slice(2))
  expect(unreadOf(count, now)).toBe(maximumKept)
})

/** Random changes, compared with a map from item to whether it is read. */
test('the number is that of the items that are unread, whatever was marked in which order', () => {
  const item = fc.integer({ min: 0, max: 11 }).map((index) => at(days(-(index % 4)), String(index)))
  const change = fc.record({ what: fc.constantFrom('add', 'read', 'unread', 'until'), item })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const model = new Map<string, boolean>()
      const marked = new Map<string, number | undefined>()
      let count = empty
      const itemOf = (itemId: string) => ({ itemId, readAt: marked.get(itemId) })
      for (const { what, item: id } of changes) {
        const isThere = model.has(id)
        if (what === 'add' && !isThere) {
          model.set(id, false)
          count = withUnread(count, id, now)
        } else if (what === 'read' && model.get(id) === false) {
          model.set(id, true)
          marked.set(id, 1)
          count = withoutUnread(count, [id], now)
        } else if (what === 'unread' && model.get(id)) {
          model.set(id, false)
          marked.delete(id)
          count = withUnread(count, id, now)
        } else if (what === 'until' && isThere) {
          const newer = [...model.keys()].filter((other) => other > id && !isRead(count, itemOf(other)))
          count = withReadUntil(count, id, newer, now)
          for (const other of model.keys()) if (other <= id) model.set(other, true)
        }
        for (const [other, read] of model) expect(isRead(count, itemOf(other))).toBe(read)
        expect(unreadOf(count, now)).toBe([...model.values()].filter((read) => !read).length)
      }
    }),
  )
})
