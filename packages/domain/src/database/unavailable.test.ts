import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more })

test.each([
  ['throttling', named('ProvisionedThroughputExceededException', { $fault: 'client' })],
  ['a time-out', named('TimeoutError')],
  ['a fault of the server', named('SomethingNew', { $fault: 'server' })],
  ['a refused connection', named('Error', { code: 'ECONNREFUSED' })],
  ['what ElectroDB wraps', new Error('aws error', { cause: named('ThrottlingException') })],
  ['an answer that is no JSON', named('SyntaxError', { $response: {} })],
])('%s means that the database is unavailable', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['a validation error', named('ValidationException', { $fault: 'client', $response: {} })],
  ['a missing table', named('ResourceNotFoundException', { $fault: 'client', $response: {} })],
  ['a mistake of ours', new TypeError('undefined is not a function')],
  ['no error at all', 'text'],
])('%s does not', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})
