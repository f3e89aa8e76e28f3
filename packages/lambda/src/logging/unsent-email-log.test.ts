import { expect, test } from 'vitest'
import type { OperationEvent } from '../pipeline/event.ts'
import { logUnsentEmail } from './unsent-email-log.ts'

const event = {
  requestContext: { requestId: 'r-1' },
  operation: { id: 'changePassword' },
} as unknown as OperationEvent

test.each([
  [
    'the code of the error',
    Object.assign(new Error('550 <ada@example.com>'), { code: 'EENVELOPE' }),
    'EENVELOPE',
  ],
  ['its name', new TypeError('to ada@example.com: https://cairn.test/#token=secret'), 'TypeError'],
  ['that it is unknown', 'ada@example.com', 'unknown'],
])('names operation and kind, and %s, but no address', (_, cause, expected) => {
  const lines: unknown[] = []
  const logger = { error: (...line: unknown[]) => lines.push(line) }
  logUnsentEmail(
    { logger } as unknown as Parameters<typeof logUnsentEmail>[0],
    event,
    'password_changed',
    cause,
  )
  expect(lines).toEqual([
    [
      'email not sent',
      { requestId: 'r-1', operation: 'changePassword', email: 'password_changed', cause: expected },
    ],
  ])
})
