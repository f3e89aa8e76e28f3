import { expect, test } from 'vitest'
import { problemsOf, raised, scoreOf, tally } from './scores.ts'

test('counts what a test noticed, what none did, and what is excluded', () => {
  const statuses = ['Killed', 'Timeout', 'Killed', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError']

  expect(tally(statuses)).toEqual({ killed: 3, survived: 2, excluded: 1 })
  expect(() => tally(['Pending'])).toThrow('Pending')
})

test('a score is in whole percent, rounded down, without what is excluded', () => {
  expect(scoreOf({ killed: 8999, survived: 1001, excluded: 500 })).toBe(89)
  expect(scoreOf({ killed: 0, survived: 0, excluded: 3 })).toBe(0)
})

test.each([
  ['as stored', 90, []],
  ['higher', 91, []],
  ['lower', 89, ['The score of client is 89 %, and must be at least 90 %.']],
])('a score that is %s', (_, score, problems) => {
  expect(problemsOf({ client: score }, { client: 90, web: 95 })).toEqual(problems)
})

test('a part without a stored score needs 80 %', () => {
  expect(problemsOf({ web: 79 }, {})).toEqual(['The score of web is 79 %, and must be at least 80 %.'])
  expect(problemsOf({ web: 80 }, {})).toEqual([])
})

test('stored scores only rise', () => {
  expect(raised({ client: 89, web: 96 }, { client: 90, web: 95, engine: 85 })).toEqual({
    client: 90,
    web: 96,
    engine: 85,
  })
})
