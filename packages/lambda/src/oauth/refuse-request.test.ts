import { expect, test } from 'vitest'
import { refusalOfAuthorization, refusalOfRegistration } from './refuse-request.ts'

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

test.each<[string, unknown, string | undefined]>([
  ['none', undefined, undefined],
  ['one', ['https://a.example/back'], undefined],
  ['a text instead of a list', 'javascript:alert(1)', 'Addresses with javascript: are refused.'],
  [
    'a second one that a browser runs',
    ['https://a.example/back', 'javascript:alert(1)'],
    'Addresses with javascript: are refused.',
  ],
  [
    'a second one with a user name',
    ['cursor://back', 'https://ada@a.example/back'],
    'It has a user name or password.',
  ],
])('a registration with addresses: %s', (_, addresses, description) => {
  const refusal = refusalOfRegistration({ redirect_uris: addresses })
  expect(refusal).toEqual(description && { error: 'invalid_redirect_uri', description })
})

test.each<[number, boolean]>([
  [4 * 1024, true],
  [4 * 1024 + 1, false],
])('a registration of %i bytes is accepted: %s', (length, isAccepted) => {
  const rest = JSON.stringify({ contacts: '' }).length
  const refusal = refusalOfRegistration({ contacts: 'c'.repeat(length - rest) })
  expect(refusal === undefined).toBe(isAccepted)
})
