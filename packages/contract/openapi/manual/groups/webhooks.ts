import { ids, times } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

const forAdministrators = 'For owners and admins.'
const failing =
  'A webhook is `failing` after five failed attempts in a row, or if the receiver took more than 5 seconds to accept ten deliveries without a quicker one in between. Attempts then have growing pauses, up to an hour.'
const pausing =
  'After 3 days of failure a webhook is paused and the administrators get an email; events of the meantime are delivered once it is active again.'

export const webhooksTexts: GroupTexts<'webhooks'> = {
  operations: {
    listWebhooks: `Returns all webhooks of the organization, oldest first: there are at most 20. ${forAdministrators}`,
    createWebhook: `Creates a webhook: from now on, the service sends each event of the chosen types to the address, as [Standard Webhooks](https://www.standardwebhooks.com) says, or as a message for Slack. ${forAdministrators}

The address must be https and public: private, link-local and metadata addresses are refused, also when a name resolves to them at delivery, and redirects are not followed. At most 20 webhooks an organization.

Deliveries are at least once, in order for each goal, signed with the secret of this response, and retried for 3 days with growing pauses. ${failing} ${pausing}`,
    getWebhook: `Returns a webhook with its state. ${forAdministrators}`,
    updateWebhook: `Changes a webhook; \`state\` pauses it or makes it active again. ${forAdministrators} A new address gets later deliveries, and retries of earlier ones. ${pausing}`,
    deleteWebhook: `Deletes a webhook with its log of deliveries. ${forAdministrators} Deliveries that wait are given up.`,
    rotateWebhookSecret: `Gives the webhook a new secret. For 24 hours deliveries are signed with both, so that a receiver can change without a gap. The secret is in this response and nowhere else. ${forAdministrators}`,
    testWebhook: `Sends an event of type \`webhook.test\` to the address now, once, and returns what came of it. The response is 200 also if the receiver failed: read \`delivery.state\` and its attempt. ${forAdministrators} At most 60 tests and retries an hour.`,
    listWebhookDeliveries: `Returns the deliveries of the last 30 days, newest first, each with its last 10 attempts. ${forAdministrators}`,
    retryWebhookDelivery: `Delivers an event again now, once, with the same \`webhook-id\`, and returns what came of it. ${forAdministrators} Works for delivered events too, in case the receiver lost one. At most 60 tests and retries an hour.`,
  },
  fields: {
    'CreateWebhookRequest.url': [undefined, 'https://example.com/hooks/cairn'],
    'UpdateWebhookRequest.url': [undefined, 'https://example.com/hooks/cairn'],
    'UpdateWebhookRequest.types': ['The types of events that are sent, each once.', ['goal.reported']],
    'CreateWebhookRequest.types': [undefined, ['goal.reported']],
    'CreateWebhookRequest.description': [
      'What it is for, at most 200 characters. `null`: nothing.',
      'Dashboard',
    ],
    'UpdateWebhookRequest.description': [
      'What it is for, at most 200 characters. `null`: nothing.',
      'Dashboard',
    ],
    format: [
      '`standard`: the event as JSON. `slack`: a message for an incoming webhook of Slack.',
      'standard',
    ],
    webhooks: ['The webhooks, oldest first.'],
    'Webhook.id': ['The webhook.', ids.webhook],
    'Webhook.url': ['Where events are sent.', 'https://example.com/hooks/cairn'],
    'Webhook.description': ['What it is for. `null` if nobody said.', 'Dashboard'],
    types: ['The types of events that are sent.', ['goal.reported']],
    pausedReason: [undefined, null],
    failingReason: [undefined, null],
    failingSince: [
      'Since when deliveries have failed, or the receiver was found to be too slow. `null` for an active webhook.',
      null,
    ],
    lastDeliveredAt: ['When the last event was delivered. `null` if none was.', times.reported],
    'WebhookSecretResponse.secret': [undefined, 'whsec_RVhBTVBMRS1FWEFNUExFLUVYQU1QTEU='],
    deliveries: ['The deliveries, newest first.'],
    'WebhookDelivery.id': ['The delivery, by which it is sent again.', ids.delivery],
    'WebhookDelivery.eventId': [undefined, ids.event],
    'WebhookDelivery.type': ['What happened.', 'goal.reported'],
    'WebhookDelivery.goal': ['The goal of the event. `null` if it is not about one.'],
    'WebhookDelivery.state': ['Delivered, waiting for its next attempt, or given up.', 'delivered'],
    'Webhook.state': [undefined, 'active'],
    attempts: [undefined],
    attemptCount: ['How many attempts there were.', 1],
    nextAttemptAt: ['When it is tried again. `null` if it is not.', null],
    durationMilliseconds: ['How long the attempt took, in milliseconds. More than 5,000 is slow.', 142],
    statusCode: [undefined, 204],
    'WebhookAttempt.error': [undefined, null],
    webhookId: ['The webhook.', ids.webhook],
    deliveryId: ['One of the deliveries of the webhook.', ids.delivery],
    at: ['When it happened.', times.acknowledged],
    webhook: ['The webhook.'],
    delivery: ['The delivery.'],
  },
  schemas: {
    CreateWebhookRequest: 'A new webhook.',
    EventType: 'What happened. More types may come: ignore those that you do not know.',
    ListWebhookDeliveriesResponse: 'A page of deliveries.',
    ListWebhooksResponse: 'All webhooks of the organization, at most 20.',
    UpdateWebhookRequest: 'At least one field. Fields that are absent keep their value.',
    Webhook: 'An address that gets the events of the organization, without its secret.',
    WebhookAttempt: 'One attempt to deliver.',
    WebhookDelivery: 'An event on its way to a webhook. Kept for 30 days.',
    WebhookDeliveryResponse: 'A delivery.',
    WebhookResponse: 'A webhook.',
    WebhookSecretResponse: 'A webhook with its secret.',
  },
}
