import { expect, test } from 'vitest'
import { searchState } from './use-found-goals.ts'

const answered = { text: 'ab', asked: 'ab', isFetching: false, isError: false }

test('a search has found something, or nothing, once the service has answered for what was typed', () => {
  expect(searchState(answered)).toBe('found')
})

test.each([
  ['before the service was asked', { asked: '' }],
  ['while the last answer is for what was typed before', { asked: 'a' }],
  ['while the answer is on its way', { isFetching: true }],
  ['after a failure for what was typed before', { asked: 'a', isError: true }],
  ['while it is tried again after a failure', { isFetching: true, isError: true }],
])('a search goes on %s', (_, change) => {
  expect(searchState({ ...answered, ...change })).toBe('searching')
})

test('a search has failed if the service has not answered for what was typed', () => {
  expect(searchState({ ...answered, isError: true })).toBe('failed')
})

test('without words, nothing is searched, whatever happened before', () => {
  expect(searchState({ ...answered, text: '', isFetching: true, isError: true })).toBe('recent')
})
