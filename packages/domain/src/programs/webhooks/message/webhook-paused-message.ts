import type { FailingReason } from '@cairn/contract/schemas/webhooks'
import { composeEmail, type Recipient } from '../../../accounts/email/compose-email.ts'
import type { EmailMessage } from '../../../accounts/email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../../accounts/email/name-in-email.ts'

export type PausedWebhook = {
  url: string
  description?: string | null | undefined
  organizationName: string | undefined
  /** After 3 days of failure or of slow answers, or because the receiver returned 410. */
  reason: FailingReason | 'gone'
}

const maximumHostLength = 100

/**
 * The email to an administrator about a webhook that is paused. It names the host only: the rest of the address may be a
 * secret, as it is at Slack.
 *
 * @param webhooksUrl  The page of the web app with the organization's webhooks.
 */
export function webhookPausedMessage(
  to: Recipient,
  { url, description, organizationName, reason }: PausedWebhook,
  webhooksUrl: string,
): EmailMessage {
  const host = textInEmail(URL.parse(url)?.hostname ?? '', maximumHostLength)
  return composeEmail({ kind: 'webhook_paused', link: webhooksUrl }, to, ({ webhookPaused: words }) => {
    const organization = nameInEmail(organizationName ?? words.yourOrganization)
    const cause = words[reason]
    return {
      subject: words.subject(organization),
      preview: cause,
      blocks: [
        { kind: 'text', text: `${words.text(organization)} ${cause}` },
        {
          kind: 'facts',
          rows: [
            [words.receiver, host],
            ...(description ? [[words.description, nameInEmail(description)] as const] : []),
          ],
        },
        { kind: 'text', text: words.whatToDo },
        { kind: 'button', text: words.open, url: webhooksUrl },
      ],
      footer: [{ text: words.why(organization) }],
    }
  })
}
