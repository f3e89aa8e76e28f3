/**
 * Sends email through Amazon SES (API v2), within the time that a request can spare.
 *
 * A call whose response is lost is retried and may deliver an email twice: both contain the same link, which works once. A
 * throttled call is retried too. If all attempts fail, the caller decides: people can ask for the link again.
 */
import type { SESv2Client } from '@aws-sdk/client-sesv2'
import type { EmailDelivery } from '@cairn/domain/email/email-delivery'
import type { SesConfiguration } from './email-configuration.ts'

const attempts = 3
const connectionTimeoutMilliseconds = 1_000
const requestTimeoutMilliseconds = 2_000
/** For all attempts: a request has 8 seconds, and a password hash and a write come before the email. */
const deliveryLimitMilliseconds = 5_000

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
    deliver: async ({ kind, to, subject, text }, signal) => {
      const { SendEmailCommand } = await import('./ses-client.ts')
      client ??= connect()
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
          },
        },
        EmailTags: [{ Name: 'kind', Value: kind }],
        ConfigurationSetName: configurationSet,
      })
      const limit = AbortSignal.timeout(deliveryLimitMilliseconds)
      await (await client).send(command, { abortSignal: signal ? AbortSignal.any([limit, signal]) : limit })
    },
  }
}
