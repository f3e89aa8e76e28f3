import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

const origin = 'https://cairn.test'

test.each([
  ['/goals?status=active#top', `${origin}/goals?status=active#top`],
  ['https://evil.test/goals', `${origin}/home`],
  [undefined, `${origin}/home`],
])('%j leads to %s', (returnTo, destination) => {
  expect(safeReturnTo(origin, returnTo)).toBe(destination)
})
