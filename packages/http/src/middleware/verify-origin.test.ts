import { expect, test } from 'vitest'
import type { OperationEvent } from '../event.ts'
import { verifyOrigin } from './verify-origin.ts'

const current = 'current-secret-of-32-characters-'
const previous = 'previous-secret-of-32-characters'

function request(headers: Record<string, string>) {
  return { event: { headers } as unknown as OperationEvent }
}

test.each([current, previous])('either valid secret lets a request pass', (secret) => {
  const check = verifyOrigin([current, previous]).before
  expect(() => check(request({ 'x-origin-verify': secret }))).not.toThrow()
})

test.each<Record<string, string>>([
  { host: 'cairn.test' },
  { 'x-origin-verify': '' },
  { 'x-origin-verify': `${current},${current}` },
  { 'x-origin-verify': current.slice(0, -1) },
])('%j is refused', (headers) => {
  expect(() => verifyOrigin([current]).before(request(headers))).toThrow(
    expect.objectContaining({ code: 'origin_not_allowed' }),
  )
})

test('without secrets nothing is checked', () => {
  expect(() => verifyOrigin([]).before(request({}))).not.toThrow()
})
