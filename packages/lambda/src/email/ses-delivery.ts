/**
 * Sends email through Amazon SES (API v2), within the time that a request can spare.
 *
 * A call whose response is lost is retried and may deliver an email twice: both contain the same link, which works once. A
 * throttled call is retried too. If all attempts fail, the caller decides: people can ask for the link again.
 */
import type { SESv2Client } from '@aws-sdk/client-sesv2'
import {
  type EmailDelivery,
  EmailRefusedError,
  EmailThrottledError,
} from '@cairn/domain/accounts/email/email-delivery'
import type { SesConfiguration } from './email-configuration.ts'
import { unsubscribeHeaders } from './unsubscribe-headers.ts'

const attempts = 3
const connectionTimeoutMilliseconds = 1_000
const requestTimeoutMilliseconds = 2_000
/** For all attempts: a request has 8 seconds, and a password hash and a write come before the email. */
const deliveryLimitMilliseconds = 5_000

/** Errors about this email or its recipient, which it would get again. */
const refusals = new Set(['MessageRejected', 'BadRequestException'])

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && refusals.has(error.name)
}

/** The rate or the daily quota of the account is used up. */
const throttles = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'ThrottlingException',
  'Throttling',
])

function isThrottle(error: unknown): error is Error {
  return error instanceof Error && throttles.has(error.name)
}

/** Without the cause: its message repeats addresses. */
function refusedBySes({ name }: Error): EmailRefusedError {
  return new EmailRefusedError(`SES refused the email: ${name}.`, name)
}

/** @param region  The AWS region in which the sender's identity is verified; by default the SDK's own region. */
export function createSesDelivery(
  { from, configurationSet, endpoint }: SesConfiguration,
  region: string | undefined,
): EmailDelivery {
  let client: Promise<SESv2Client> | undefined

  /** Imports the SDK when it is needed, not at the cold start: most requests send no email. */
  async function connect(): Promise<SESv2Client> {
    const { SESv2Client } = await import('./ses-client.ts')
    return new SESv2Client({
      ...(region && { region }),
      ...(endpoint && { endpoint }),
      maxAttempts: attempts,
      requestHandler: {
        connectionTimeout: connectionTimeoutMilliseconds,
        requestTimeout: requestTimeoutMilliseconds,
        throwOnRequestTimeout: true,
      },
    })
  }

  return {
    enabled: true,
    deliver: async (message, signal) => {
      const { kind, to, subject, text, html } = message
      const { SendEmailCommand } = await import('./ses-client.ts')
      client ??= connect()
      const headers = unsubscribeHeaders(message).map(({ name, value }) => ({ Name: name, Value: value }))
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
            ...(headers.length > 0 && { Headers: headers }),
          },
        },
        EmailTags: [{ Name: 'kind', Value: kind }],
        ConfigurationSetName: configurationSet,
      })
      const limit = AbortSignal.timeout(deliveryLimitMilliseconds)
      try {
        await (await client).send(command, { abortSignal: signal ? AbortSignal.any([limit, signal]) : limit })
      } catch (error) {
        if (isThrottle(error)) throw new EmailThrottledError(`SES takes no more emails: ${error.name}.`)
        throw isRefusal(error) ? refusedBySes(error) : error
      }
    },
  }
}
