import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

const origin = 'https://cairn.test'

test.each([
  ['/goals?status=active#top', `${origin}/goals?status=active#top`],
  [`${origin}/goals`, `${origin}/goals`],
  ['goals', `${origin}/goals`],
  ['https:goals', `${origin}/goals`],
  ['/a/../b', `${origin}/b`],
  ['//cairn.test/goals', `${origin}/goals`],
])('%j is on the web origin', (returnTo, url) => {
  expect(safeReturnTo(origin, returnTo)).toBe(url)
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
])('%j becomes the home page', (returnTo) => {
  expect(safeReturnTo(origin, returnTo)).toBe(`${origin}/home`)
})
