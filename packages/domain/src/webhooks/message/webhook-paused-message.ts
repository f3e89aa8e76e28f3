import { composeEmail } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail, textInEmail } from '../../email/name-in-email.ts'

export type PausedWebhook = {
  url: string
  description?: string | null | undefined
  organizationName: string | undefined
  /** After 3 days of failure, or because the receiver returned 410. */
  reason: 'failing' | 'gone'
}

const maximumHostLength = 100

/**
 * The email to an administrator about a webhook that is paused. It names the host only: the rest of the address may be a
 * secret, as it is at Slack.
 *
 * @param webhooksUrl  The page of the web app with the organization's webhooks.
 */
export function webhookPausedMessage(
  to: string,
  { url, description, organizationName, reason }: PausedWebhook,
  webhooksUrl: string,
): EmailMessage {
  const host = textInEmail(URL.parse(url)?.hostname ?? '', maximumHostLength)
  const organization = nameInEmail(organizationName ?? 'your organization')
  const cause =
    reason === 'gone'
      ? 'The receiver said that it no longer exists (410).'
      : 'The receiver has not accepted any delivery for 3 days.'
  return composeEmail(
    { kind: 'webhook_paused', to, link: webhooksUrl },
    {
      subject: `A webhook of ${organization} is paused`,
      preview: cause,
      blocks: [
        { kind: 'text', text: `Cairn has paused a webhook of ${organization}. ${cause}` },
        {
          kind: 'facts',
          rows: [
            ['Receiver', host],
            ...(description ? [['Description', nameInEmail(description)] as const] : []),
          ],
        },
        {
          kind: 'text',
          text: 'Check the receiver, then activate the webhook. It then gets the events that it has missed.',
        },
        { kind: 'button', text: 'Open webhooks', url: webhooksUrl },
      ],
      footer: [{ text: `You get this email because you are an owner or admin of ${organization}.` }],
    },
  )
}
