import { expect, test } from 'vitest'
import { pages, patternOf } from '../../../build/pages.ts'

/** The address whose scripts are loaded for a path. */
const addressOf = (path: string) =>
  pages.find(({ address }) => new RegExp(patternOf(address)).test(path))?.address

test.each([
  ['/sign-in', '/sign-in'],
  ['/goals/', '/goals'],
  ['/goals/new', '/goals/new'],
  ['/goals/7b0f2c9e-1f5b-4c58-9d6b-0d0a4b0f7a11', '/goals/<id>'],
  ['/goals/7b0f', undefined],
  ['/docs/listGoals', '/docs/<name>'],
  ['/docs/guides/webhooks', undefined],
  ['/settings/members', '/settings/members'],
  ['/settings/api-tokens', '/settings/<name>'],
  ['/', undefined],
  ['/nope', undefined],
])('%s loads the scripts of %s', (path, address) => {
  expect(addressOf(path)).toBe(address)
})
