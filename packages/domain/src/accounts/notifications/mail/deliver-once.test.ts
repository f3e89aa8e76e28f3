import { expect, test } from 'vitest'
import {
  type EmailMessage,
  EmailNotDeliveredError,
  EmailRefusedError,
  EmailThrottledError,
} from '../../email/email-delivery.ts'
import { deliverOnce } from './deliver-once.ts'

const message: EmailMessage = {
  kind: 'reminders',
  to: 'ada@example.com',
  subject: 'Report is late: Halve the paper',
  text: 'Halve the paper',
  html: '<p>Halve the paper</p>',
  link: 'https://cairn.test/goals/1',
}

/** An error of an email server, which repeats the address everywhere. */
const serverError = () =>
  Object.assign(new Error('450 <ada@example.com> try later'), {
    code: 'EENVELOPE',
    response: '450 <ada@example.com> try later',
    rejected: ['ada@example.com'],
  })

async function deliver(failure: unknown) {
  const logged: unknown[] = []
  const email = { enabled: true, deliver: () => Promise.reject(failure) }
  const thrown = await deliverOnce({ email, logError: (...line) => logged.push(line) }, message).catch(
    (error: unknown) => error,
  )
  return { thrown, logged }
}

test.each([
  ['its code', new EmailRefusedError('ada@example.com', 'EENVELOPE'), 'EENVELOPE'],
  ['its name', new EmailRefusedError('ada@example.com'), 'EmailRefusedError'],
])('a refused email counts as delivered, and the log has its kind and %s only', async (_, failure, cause) => {
  const { thrown, logged } = await deliver(failure)
  expect(thrown).toBeUndefined()
  expect(logged).toEqual([['an email was refused', { kind: 'reminders', cause }]])
})

test.each([
  [serverError(), 'EENVELOPE'],
  [new TypeError('to ada@example.com'), 'TypeError'],
  ['ada@example.com', 'unknown'],
  [Object.assign(new Error('ada@example.com'), { code: 450 }), 'Error'],
])('an error that may be temporary is thrown with its code or name only', async (failure, cause) => {
  const { thrown, logged } = await deliver(failure)
  expect(thrown).toEqual(new EmailNotDeliveredError(`The email reminders was not delivered: ${cause}.`))
  expect((thrown as Error).cause).toBeUndefined()
  expect(Object.values(thrown as Error)).toEqual(['EmailNotDeliveredError'])
  expect(logged).toEqual([])
})

test('an email that is throttled is neither delivered nor logged', async () => {
  const throttled = new EmailThrottledError('The mail service takes no more emails.')
  expect(await deliver(throttled)).toEqual({ thrown: throttled, logged: [] })
})
