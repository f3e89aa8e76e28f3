import { expect, test } from 'vitest'
import { refusalOfAuthorization } from './refuse-request.ts'

test.each<[string, number, string | undefined]>([
  ['s', 2 * 1024, undefined],
  ['s', 2 * 1024 + 1, 'state is longer than 2 KiB'],
  ['é', 1024, undefined],
  ['é', 1025, 'state is longer than 2 KiB'],
])('a state of %s × %i: %s', (character, length, description) => {
  const query = new URLSearchParams({ state: character.repeat(length) })
  expect(refusalOfAuthorization(query)?.description).toBe(description)
})

test.each<[number, string | undefined]>([
  [8 * 1024, undefined],
  [8 * 1024 + 1, 'it is longer than 8 KiB'],
])('a query of %i bytes: %s', (length, description) => {
  const query = new URLSearchParams({ scope: 's'.repeat(length - 'scope='.length) })
  expect(refusalOfAuthorization(query)?.description).toBe(description)
})
