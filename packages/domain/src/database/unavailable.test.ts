import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

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
