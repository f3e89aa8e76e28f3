/**
 * Mails through Amazon SES (API v2), within a time that a request can spare.
 *
 * A try whose answer was lost is repeated and may deliver a mail twice: the second copy holds the same link, which
 * works once. SES throttles by rate; a throttled try is repeated too. What still fails then is the caller's to
 * answer for: the link can be asked for again.
 */
import type { SESv2Client } from '@aws-sdk/client-sesv2'
import type { EmailDelivery } from '@cairn/domain/email/email-delivery'
import type { SesConfiguration } from './email-configuration.ts'

const attempts = 3
const connectionTimeoutInMilliseconds = 1_000
const requestTimeoutInMilliseconds = 2_000
/** For all tries: a request has 8 seconds, and a password hash and a write come before the mail. */
const deliveryLimitInMilliseconds = 5_000

/** @param region  Where the identity of the sender is verified; AWS's own chain decides where it is not said. */
export function createSesDelivery(
  { from, configurationSet, endpoint }: SesConfiguration,
  region: string | undefined,
): EmailDelivery {
  let client: Promise<SESv2Client> | undefined

  /** Not at the cold start: most requests send no mail. */
  async function connect(): Promise<SESv2Client> {
    const { SESv2Client } = await import('./ses-client.ts')
    return new SESv2Client({
      ...(region && { region }),
      ...(endpoint && { endpoint }),
      maxAttempts: attempts,
      requestHandler: {
        connectionTimeout: connectionTimeoutInMilliseconds,
        requestTimeout: requestTimeoutInMilliseconds,
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
      const limit = AbortSignal.timeout(deliveryLimitInMilliseconds)
      await (await client).send(command, { abortSignal: signal ? AbortSignal.any([limit, signal]) : limit })
    },
  }
}
