import { expect, test } from 'vitest'
import { sameOriginPath } from './same-origin-path.ts'

const origin = 'https://cairn.test'

test.each([
  ['/goals?status=active#top', '/goals?status=active#top'],
  [`${origin}/goals`, '/goals'],
  [origin, '/'],
  ['goals', '/goals'],
  ['https:goals', '/goals'],
  ['/a/../b', '/b'],
  ['//cairn.test/goals', '/goals'],
])('%j is on the origin', (address, path) => {
  expect(sameOriginPath(address, origin)).toBe(path)
})

test.each([
  undefined,
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  'https://evil.test',
  'http://cairn.test/',
  'https://cairn.test:444/',
  'https://cairn.test@evil.test/',
  'https://user:password@cairn.test/',
  'https://cairn.test.evil.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://cairn.test/x',
  'https://[',
  '/.//evil.test/a',
  '/x/..//evil.test',
  '/.\\/evil.test',
  '/%2e//evil.test',
  'https://cairn.test//evil.test',
  'https://cairn.test//cairn.test/goals',
  '/goals#\\evil.test',
])('%j is not', (address) => {
  expect(sameOriginPath(address, origin)).toBeUndefined()
})
