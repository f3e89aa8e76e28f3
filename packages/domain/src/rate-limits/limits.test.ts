import { expect, test } from 'vitest'
import { defaultRateLimits, parseRateLimits } from './limits.ts'

test('"on" is the defaults, "off" is none', () => {
  expect(parseRateLimits('on')).toEqual(defaultRateLimits)
  expect(parseRateLimits('off')).toBeUndefined()
})

test('a list changes the numbers that it names, and no default for the next reader', () => {
  expect(parseRateLimits('login.address=1000, register.account=5')).toEqual({
    ...defaultRateLimits,
    login: { ...defaultRateLimits.login, address: 1000 },
    register: { ...defaultRateLimits.register, account: 5 },
  })
  expect(parseRateLimits('on')).toEqual(defaultRateLimits)
})

test.each([
  '',
  'ON',
  'login',
  'login.address',
  'login.address=',
  'login.address=0',
  'login.address=-1',
  'login.address=1.5',
  'login.address=1000001',
  'login.window=5',
  'logout.address=5',
  'toString.address=5',
  'login.address=5,',
  'login.address=5;register.account=5',
])('%j is refused', (text) => {
  expect(() => parseRateLimits(text)).toThrow('must be "on", "off" or a list')
})
