import { expect, test } from 'vitest'
import { parseUserCode, userCodeText } from './user-code.ts'

test.each([
  ['WDJB-MJHT', 'WDJBMJHT'],
  ['wdjbmjht', 'WDJBMJHT'],
  [' wdjb mjht\n', 'WDJBMJHT'],
  ['WDJB\u2014MJHT', 'WDJBMJHT'],
])('%j is the code %s', (typed, code) => {
  expect(parseUserCode(typed)).toBe(code)
})

test.each([
  '',
  'WDJB-MJH',
  'WDJB-MJHTX',
  'ADJB-MJHT',
  'WDJ8-MJHT',
  'WDJB_MJHT',
  'ßDJB-MJHT',
  'WDJB-MJHT\u0000',
])('%j cannot be a code', (typed) => {
  expect(parseUserCode(typed)).toBeUndefined()
})

test('is shown in two groups', () => {
  expect(userCodeText('WDJBMJHT')).toBe('WDJB-MJHT')
})
