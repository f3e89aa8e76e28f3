import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownPath, storedReturnTo, storeReturnTo } from './return-to.ts'

const origin = 'https://cairn.test'
const storageKey = 'cairn.returnTo'
const dayMilliseconds = 24 * 60 * 60 * 1_000
const now = Date.parse('2026-11-20T10:00:00.000Z')

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.useFakeTimers({ now })
  vi.stubGlobal('location', new URL(`${origin}/sign-in`))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('ownPath', () => {
  test.each([
    ['/goals?status=paused#top', '/goals?status=paused#top'],
    [`${origin}/goals`, '/goals'],
    [origin, '/'],
    ['/a/../b', '/b'],
    ['/%2Fevil.test', '/%2Fevil.test'],
    ['/%09/evil.test/a', '/%09/evil.test/a'],
    ['/%2f%2fevil.test/a', '/%2f%2fevil.test/a'],
    ['/%5c%5cevil.test/a', '/%5c%5cevil.test/a'],
    ['/%252f%252fevil.test/a', '/%252f%252fevil.test/a'],
    ['/\uff0f\uff0fevil.test/a', '/%EF%BC%8F%EF%BC%8Fevil.test/a'],
  ])('%j is %j', (address, path) => {
    expect(ownPath(address)).toBe(path)
  })

  test.each([
    undefined,
    'https://cairn.test.evil.test/home',
    'https://cairn.testing/home',
    'https://cairn.test0/',
    'https://cairn.test:444/home',
    'https://cairn.test@evil.test/home',
    'https://us@cairn.test/home',
    'http://cairn.test/home',
    'https://сairn.test/home', // Cyrillic.
    'blob:https://cairn.test/00000000-0000-4000-8000-000000000000',
    '//evil.test',
    '/.//evil.test/a',
    '/x/..//evil.test',
    '/.\\/evil.test',
    '/%2e//evil.test/a',
    '/.\n//evil.test/a',
    '/\\evil.test/a',
    '/home#\\\\evil.test/a',
    'javascript:location.assign("//evil.test/a")',
    `${origin}//evil.test`,
    `${origin}\\\\evil.test/a`,
    `${origin}//cairn.test/home`,
    '/goals?q=\\evil.test',
    'https://[',
  ])('%j is undefined', (address) => {
    expect(ownPath(address)).toBeUndefined()
  })
})

describe('the stored path', () => {
  test('expires after 24 hours, like the link', () => {
    storeReturnTo('/goals?status=paused')
    expect([...stored.keys()]).toEqual([storageKey])
    expect(storedReturnTo()).toBe('/goals?status=paused')
    vi.setSystemTime(now + dayMilliseconds - 1)
    expect(storedReturnTo()).toBe('/goals?status=paused')
    vi.setSystemTime(now + dayMilliseconds)
    expect(storedReturnTo()).toBeUndefined()
  })

  test('is removed after use', () => {
    storeReturnTo('/goals')
    storeReturnTo(undefined)
    expect(storedReturnTo()).toBeUndefined()
    expect(stored.size).toBe(0)
  })

  test.each([
    ['another origin', { path: '//evil.test', at: now }],
    ['a path that resolves to another origin', { path: '/.//evil.test', at: now }],
    ['a time in the future, which would never expire', { path: '/goals', at: now + 1 }],
    ['no time', { path: '/goals' }],
    ['a time that is not a number', { path: '/goals', at: '2026' }],
    ['a time as text', { path: '/goals', at: String(now) }],
    ['null', null],
    ['a path that is not a string', { path: ['/goals'], at: now }],
    ['another value', '/goals'],
  ])('is not read from %s', (_, kept) => {
    stored.set(storageKey, JSON.stringify(kept))
    expect(storedReturnTo()).toBeUndefined()
  })

  test('is not read from invalid JSON or an infinite time', () => {
    stored.set(storageKey, '{')
    expect(storedReturnTo()).toBeUndefined()
    stored.set(storageKey, '{"path":"/goals","at":1e999}')
    expect(storedReturnTo()).toBeUndefined()
  })

  test('is lost without an error if storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    storeReturnTo('/goals')
    expect(storedReturnTo()).toBeUndefined()
  })
})
