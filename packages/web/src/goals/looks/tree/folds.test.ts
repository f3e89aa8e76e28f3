import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFolds, writeFolds } from './folds.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('folds are remembered, the newest 1,000 of them, and nothing if there are none', () => {
  writeFolds('k', ['a', 'b'])
  expect(readFolds('k')).toEqual(['a', 'b'])
  writeFolds(
    'k',
    Array.from({ length: 1_002 }, (_, index) => String(index)),
  )
  expect(readFolds('k')).toHaveLength(1_000)
  expect(readFolds('k').at(-1)).toBe('1001')
  writeFolds('k', [])
  expect([...stored]).toEqual([])
})

test.each(['{', '3', '{"a":1}', 'null'])('%s is not remembered as folds', (text) => {
  stored.set('k', text)
  expect(readFolds('k')).toEqual([])
})

test('without storage, nothing is remembered', () => {
  const blocked = () => {
    throw new DOMException('Blocked.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  writeFolds('k', ['a'])
  expect(readFolds('k')).toEqual([])
})
