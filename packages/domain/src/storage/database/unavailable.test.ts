import { expect, test } from 'vitest'
import { isDatabaseUnavailable, isResponseLost, unavailable } from './unavailable.ts'

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more })

test.each([
  ['throttling', named('ProvisionedThroughputExceededException', { $fault: 'client' })],
  ['a timeout', named('TimeoutError')],
  ['a server fault', named('SomethingNew', { $fault: 'server' })],
  ['a refused connection', named('Error', { code: 'ECONNREFUSED' })],
  ['an error that another one wraps', new Error('failed', { cause: named('ThrottlingException') })],
  ['a response that is not JSON', named('SyntaxError', { $response: {} })],
])('%s means that the database is unavailable', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['a validation error', named('ValidationException', { $fault: 'client', $response: {} })],
  ['a missing table', named('ResourceNotFoundException', { $fault: 'client', $response: {} })],
  ['a bug', new TypeError('undefined is not a function')],
  ['no error at all', 'text'],
])('%s does not mean that the database is unavailable', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test.each([
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TransactionConflictException',
  'TransactionInProgressException',
])('%s is transient', (name) => {
  expect(isDatabaseUnavailable(named(name, { $fault: 'client' }))).toBe(true)
})

test.each([
  ['EAI_AGAIN', false],
  ['ECONNABORTED', true],
  ['ECONNREFUSED', false],
  ['ECONNRESET', true],
  ['EHOSTUNREACH', false],
  ['ENOTFOUND', false],
  ['EPIPE', true],
  ['ETIMEDOUT', true],
])('a connection that fails with %s may have carried a call: %s', (code, isLost) => {
  const error = named('Error', { code })
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isResponseLost(error)).toBe(isLost)
  expect(isResponseLost(new Error('failed', { cause: error }))).toBe(isLost)
})

test.each([
  ['a response that did not come in time', named('TimeoutError'), true],
  ['throttling', named('ThrottlingException'), false],
  ['an unknown code', named('Error', { code: 'EOTHER' }), false],
  ['no error at all', { name: 'TimeoutError' }, false],
])('%s may have carried a call: %s', (_, error, isLost) => {
  expect(isResponseLost(error)).toBe(isLost)
})

test('an unknown code does not mean that the database is unavailable', () => {
  expect(isDatabaseUnavailable(named('Error', { code: 'EOTHER', $fault: 'client' }))).toBe(false)
})

test('clients are told to try again', () => {
  const cause = new Error('throttled')
  expect(unavailable(cause)).toMatchObject({
    code: 'unavailable',
    message: 'The service is temporarily unavailable. Try again shortly.',
    cause,
  })
})
