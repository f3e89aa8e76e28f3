import { expect, test } from 'vitest'
import { parseAgentsSearch } from './agents-search.ts'

test.each([
  [{}, {}],
  [{ period: 'week' }, {}],
  [
    { period: 'quarter', show: 'costMicros' },
    { period: 'quarter', show: 'costMicros' },
  ],
  [{ period: 'year', show: 'title', other: 'x' }, {}],
])('reads %j as %j', (search, expected) => {
  expect(parseAgentsSearch(search)).toEqual(expected)
})
