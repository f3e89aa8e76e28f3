import { createSesDelivery } from '@cairn/lambda/email/ses-delivery'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { type FakeSes, startFakeSes } from '../support/fake-aws.ts'

const message = {
  kind: 'email_verification' as const,
  to: 'ann@example.com',
  subject: 'Vérifiez – ✓',
  text: 'Open this link: https://cairn.test/verify-email#token=abc',
  html: '<p>Open this link</p>',
  link: 'https://cairn.test/verify-email#token=abc',
}

let ses: FakeSes

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
  ses = await startFakeSes()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await ses.stop()
})

const deliver = (signal?: AbortSignal, more: object = {}) =>
  createSesDelivery(
    { from: 'Cairn <no-reply@example.com>', configurationSet: 'cairn', endpoint: ses.endpoint },
    'eu-central-1',
  ).deliver({ ...message, ...more }, signal)

describe('delivery by SES, over the wire', () => {
  it('sends one email as text and HTML, from the sender and through the configuration set', async () => {
    await deliver()
    expect(ses.emails).toEqual([
      {
        FromEmailAddress: 'Cairn <no-reply@example.com>',
        ConfigurationSetName: 'cairn',
        Destination: { ToAddresses: ['ann@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: message.subject, Charset: 'UTF-8' },
            Body: {
              Text: { Data: message.text, Charset: 'UTF-8' },
              Html: { Data: message.html, Charset: 'UTF-8' },
            },
          },
        },
        EmailTags: [{ Name: 'kind', Value: 'email_verification' }],
      },
    ])
  })

  it('sends the headers of an email that can be unsubscribed from', async () => {
    const unsubscribeUrl = 'https://cairn.test/v1/notification-preferences/unsubscribe?token=abc'
    await deliver(undefined, { unsubscribeUrl })
    expect(ses.emails).toMatchObject([
      {
        Content: {
          Simple: {
            Headers: [
              { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            ],
          },
        },
      },
    ])
  })

  it.each(['throttle', 'server-error', 'drop'] as const)('retries after a %s', async (failure) => {
    ses.failNext(failure, failure)
    await deliver()
    expect(ses.emails).toHaveLength(1)
    expect(ses.attempts).toBe(3)
  })

  it('gives up after three attempts', async () => {
    ses.failNext('server-error', 'server-error', 'server-error')
    await expect(deliver()).rejects.toThrow()
    expect(ses.attempts).toBe(3)
    expect(ses.emails).toEqual([])
  })

  it('says so if SES takes no more emails at the moment, without what SES said', async () => {
    ses.failNext('throttle', 'throttle', 'throttle')
    const failure = deliver()
    await expect(failure).rejects.toMatchObject({
      name: 'EmailThrottledError',
      message: 'SES takes no more emails: TooManyRequestsException.',
    })
    await expect(failure).rejects.not.toHaveProperty('cause')
    expect(ses.attempts).toBe(3)
  })

  it('does not retry what SES refuses', async () => {
    ses.failNext('reject')
    const failure = deliver()
    await expect(failure).rejects.toMatchObject({ name: 'EmailRefusedError', code: 'MessageRejected' })
    // Its message repeats addresses.
    await expect(failure).rejects.not.toHaveProperty('cause')
    expect(ses.attempts).toBe(1)
  })

  it('stops without a retry when it is aborted', async () => {
    ses.failNext('hang')
    const controller = new AbortController()
    const delivered = deliver(controller.signal)
    await eventually(() => expect(ses.attempts).toBe(1))
    controller.abort()
    await expect(delivered).rejects.toMatchObject({ name: 'AbortError' })
    expect(ses.attempts).toBe(1)
  })

  it('retries an attempt that SES does not answer', async () => {
    ses.failNext('hang')
    await deliver()
    expect(ses.emails).toHaveLength(1)
    expect(ses.attempts).toBe(2)
  })

  it('gives up after 5 seconds, whatever is left to retry', async () => {
    ses.failNext('hang')
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    onTestFinished(() => timeout.mockRestore())
    const delivered = deliver()
    await eventually(() => expect(ses.attempts).toBe(1))
    expect(timeout.mock.calls).toEqual([[5_000]])
    limit.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    await expect(delivered).rejects.toMatchObject({ name: 'AbortError' })
    expect(ses.attempts).toBe(1)
  })
})
