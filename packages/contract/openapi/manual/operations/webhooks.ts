import type { TextsOf } from './texts-of.ts'

const forAdministrators = 'For owners and admins.'
const pausing =
  'After 3 days of failure a webhook is paused and the administrators get an email; events of the meantime are delivered once it is active again.'

export const webhooksTexts: TextsOf<'webhooks'> = {
  listWebhooks: `Returns all webhooks of the organization, oldest first: there are at most 20. ${forAdministrators}`,
  createWebhook: `Creates a webhook: from now on, the service sends each event of the chosen types to the address, as [Standard Webhooks](https://www.standardwebhooks.com) says, or as a message for Slack. ${forAdministrators}

The address must be https and public: private, link-local and metadata addresses are refused, also when a name resolves to them at delivery, and redirects are not followed. At most 20 webhooks an organization.

Deliveries are at least once, in order for each goal, signed with the secret of this response, and retried for 3 days with growing pauses. ${pausing}`,
  getWebhook: `Returns a webhook with its state. ${forAdministrators}`,
  updateWebhook: `Changes a webhook; \`state\` pauses it or makes it active again. ${forAdministrators} A new address gets later deliveries, and retries of earlier ones. ${pausing}`,
  deleteWebhook: `Deletes a webhook with its log of deliveries. ${forAdministrators} Deliveries that wait are given up.`,
  rotateWebhookSecret: `Gives the webhook a new secret. For 24 hours deliveries are signed with both, so that a receiver can change without a gap. The secret is in this response and nowhere else. ${forAdministrators}`,
  testWebhook: `Sends an event of type \`webhook.test\` to the address now, once, and returns what came of it. The response is 200 also if the receiver failed: read \`delivery.state\` and its attempt. ${forAdministrators} At most 60 tests and retries an hour.`,
  listWebhookDeliveries: `Returns the deliveries of the last 30 days, newest first, each with its last 10 attempts. ${forAdministrators}`,
  retryWebhookDelivery: `Delivers an event again now, once, with the same \`webhook-id\`, and returns what came of it. ${forAdministrators} Works for delivered events too, in case the receiver lost one. At most 60 tests and retries an hour.`,
}
