import { describe, expect, test } from 'vitest'
import { lastVisitOf, lookAt, newSince } from './last-visit.ts'

const at = (minutes: number) => new Date(Date.parse('2026-11-20T10:00:00.000Z') + minutes * 60_000)
const event = (id: string, minutes: number) => ({ id, createdAt: at(minutes).toISOString() })
const brief = (minutes: number, ...events: { id: string; createdAt: string }[]) => ({
  asOf: at(minutes).toISOString(),
  events,
})
const a = event('a', -10)
const b = event('b', 40)
const c = event('c', 50)

describe('a visit', () => {
  test('is the first if the browser remembers nothing', () => {
    expect(lastVisitOf(undefined, at(0).getTime())).toBeUndefined()
    expect(newSince([a, b], undefined)).toEqual([])
  })

  test('goes on until nobody has looked for half an hour', () => {
    const first = lookAt(brief(0, a), undefined)
    expect(lastVisitOf(first, at(29).getTime())).toBeUndefined()
    const second = lastVisitOf(first, at(30).getTime())
    expect(second).toEqual({ newest: 'a', lookedAt: at(0).toISOString() })
    // Later looks of the same visit keep what was new at its beginning.
    const look = lookAt(brief(45, a, b), second)
    const again = lookAt(brief(60, a, b, c), lastVisitOf(look, at(60).getTime()))
    expect(lastVisitOf(again, at(61).getTime())).toEqual(second)
    expect(lastVisitOf(again, at(90).getTime())).toEqual({ newest: 'c', lookedAt: at(60).toISOString() })
  })

  test('keeps the newest event if a look shows none', () => {
    const lastVisit = { newest: 'a', lookedAt: at(0).toISOString() }
    expect(lookAt(brief(45), lastVisit)).toMatchObject({ newest: 'a' })
    expect(lookAt(brief(45), undefined)).toMatchObject({ newest: null })
  })
})

describe('new events', () => {
  const lastVisit = (newest: string | null) => ({ newest, lookedAt: at(30).toISOString() })

  test('are those behind the newest one of the last visit, whatever their times', () => {
    const late = event('late', -100)
    expect(newSince([a, b, late], lastVisit('a'))).toEqual([b, late])
    expect(newSince([a, b], lastVisit('b'))).toEqual([])
  })

  test('are those after the last visit if that one is no longer shown, or if there was none', () => {
    expect(newSince([a, b, c], lastVisit('gone'))).toEqual([b, c])
    expect(newSince([a, b, c], lastVisit(null))).toEqual([b, c])
    expect(newSince([], lastVisit('gone'))).toEqual([])
  })
})
