import { expect, test } from 'vitest'
import { defaultRateLimits, parseRateLimits } from './limits.ts'

test('"on" means the defaults, "off" means no limits', () => {
  expect(parseRateLimits('on')).toEqual(defaultRateLimits)
  expect(parseRateLimits('off')).toBeUndefined()
})

test('a list changes the limits that it names, without changing the defaults', () => {
  expect(parseRateLimits('login.address=1000, register.account=5')).toEqual({
    ...defaultRateLimits,
    login: { ...defaultRateLimits.login, address: 1000 },
    register: { ...defaultRateLimits.register, account: 5 },
  })
  expect(parseRateLimits('on')).toEqual(defaultRateLimits)
})

test('a list changes the limits of callers too', () => {
  expect(parseRateLimits('request.token=9,request.account=10000000,write.account=7')).toEqual({
    ...defaultRateLimits,
    request: { ...defaultRateLimits.request, token: 9, account: 10_000_000 },
    write: { ...defaultRateLimits.write, account: 7 },
  })
})

test('a list changes the limit of an organization, and what each member adds to it', () => {
  expect(parseRateLimits('request.organization=10000000,request.member=1')?.request).toEqual({
    ...defaultRateLimits.request,
    organization: 10_000_000,
    member: 1,
  })
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
  'login.token=5',
  'request.address=5',
  'request.account=10000001',
  'request.organization=10000001',
  'request.member=0',
  'write.organization=5',
  'login.member=5',
  'request.windowMinutes=5',
  'login.address=5,',
  'login.address=5;register.account=5',
])('refuses %j', (text) => {
  expect(() => parseRateLimits(text)).toThrow('must be "on", "off" or a list')
})

test('every action has a window of minutes, and an address may do at least what an account may', () => {
  const { request, write, ...actions } = defaultRateLimits
  for (const [action, { windowMinutes, account, address }] of Object.entries(actions)) {
    expect([15, 60], action).toContain(windowMinutes)
    expect(account, action).toBeGreaterThanOrEqual(10)
    expect(address, action).toBeGreaterThanOrEqual(account)
  }
  for (const { token, account } of [request, write]) expect(account).toBe(2 * token)
  expect(request.token).toBeGreaterThan(write.token)
  expect(request.organization).toBe(2 * request.account)
  expect(request.member).toBe(12)
})
