import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { defineOperation } from '../operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/webhooks.ts'

const webhookParams = lazy(() => z.strictObject({ webhookId: uuid() }))

export const webhooksOperations = {
  listWebhooks: defineOperation({
    id: 'listWebhooks',
    method: 'GET',
    path: '/v1/webhooks',
    group: 'webhooks',
    summary: 'List the webhooks of the organization, oldest first',
    credential: 'session',
    success: {
      status: 200,
      description: 'All webhooks.',
      body: lazy(() =>
        z.strictObject({ webhooks: z.array(schemas.webhook()) }).meta({ id: 'ListWebhooksResponse' }),
      ),
    },
    errors: ['organization_admin_required'],
  }),
  createWebhook: defineOperation({
    id: 'createWebhook',
    method: 'POST',
    path: '/v1/webhooks',
    group: 'webhooks',
    summary: 'Create a webhook, which receives the events from now on',
    credential: 'session',
    body: schemas.createWebhookRequest,
    repeated: 'secret_gone',
    success: {
      status: 201,
      description: 'The new webhook with its secret.',
      body: schemas.webhookSecretResponse,
    },
    errors: ['organization_admin_required', 'invalid_webhook_url', 'too_many_webhooks'],
  }),
  getWebhook: defineOperation({
    id: 'getWebhook',
    method: 'GET',
    path: '/v1/webhooks/{webhookId}',
    group: 'webhooks',
    summary: 'Return a webhook',
    credential: 'session',
    params: webhookParams,
    malformedParams: 'webhook_not_found',
    success: { status: 200, description: 'The webhook.', body: schemas.webhookResponse },
    errors: ['organization_admin_required', 'webhook_not_found'],
  }),
  updateWebhook: defineOperation({
    id: 'updateWebhook',
    method: 'PATCH',
    path: '/v1/webhooks/{webhookId}',
    group: 'webhooks',
    summary: 'Change a webhook, pause it, or resume it',
    credential: 'session',
    params: webhookParams,
    malformedParams: 'webhook_not_found',
    body: schemas.updateWebhookRequest,
    success: { status: 200, description: 'The changed webhook.', body: schemas.webhookResponse },
    errors: ['organization_admin_required', 'webhook_not_found', 'invalid_webhook_url'],
  }),
  deleteWebhook: defineOperation({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/v1/webhooks/{webhookId}',
    group: 'webhooks',
    summary: 'Delete a webhook with its delivery log',
    credential: 'session',
    params: webhookParams,
    malformedParams: 'webhook_not_found',
    success: { status: 204, description: 'The webhook is deleted.' },
    errors: ['organization_admin_required', 'webhook_not_found'],
  }),
  rotateWebhookSecret: defineOperation({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v1/webhooks/{webhookId}/rotate',
    group: 'webhooks',
    summary: `Replace the secret of a webhook. The old one signs too for ${schemas.secretOverlapHours} hours`,
    credential: 'session',
    params: webhookParams,
    malformedParams: 'webhook_not_found',
    success: {
      status: 200,
      description: 'The webhook with its new secret.',
      body: schemas.webhookSecretResponse,
    },
    errors: ['organization_admin_required', 'webhook_not_found'],
  }),
  testWebhook: defineOperation({
    id: 'testWebhook',
    method: 'POST',
    path: '/v1/webhooks/{webhookId}/test',
    group: 'webhooks',
    summary: 'Deliver a test event now, once',
    credential: 'session',
    params: webhookParams,
    malformedParams: 'webhook_not_found',
    success: {
      status: 200,
      description: 'The delivery with its one attempt, whether it succeeded or not.',
      body: schemas.webhookDeliveryResponse,
    },
    errors: ['organization_admin_required', 'webhook_not_found'],
  }),
  listWebhookDeliveries: defineOperation({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v1/webhooks/{webhookId}/deliveries',
    group: 'webhooks',
    summary: 'List the deliveries of a webhook of the last 30 days, newest first',
    credential: 'session',
    params: webhookParams,
    malformedParams: 'webhook_not_found',
    query: lazy(() => z.strictObject(pageQuery())),
    success: {
      status: 200,
      description: 'A page of deliveries.',
      body: lazy(() =>
        z
          .strictObject({ deliveries: z.array(schemas.webhookDelivery()), nextCursor: nextCursor() })
          .meta({ id: 'ListWebhookDeliveriesResponse' }),
      ),
    },
    errors: ['organization_admin_required', 'webhook_not_found'],
  }),
  retryWebhookDelivery: defineOperation({
    id: 'retryWebhookDelivery',
    method: 'POST',
    path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/retry',
    group: 'webhooks',
    summary: 'Deliver an event again now, once, with the same event id',
    credential: 'session',
    params: lazy(() => z.strictObject({ webhookId: uuid(), deliveryId: uuid() })),
    malformedParams: 'webhook_delivery_not_found',
    success: {
      status: 200,
      description: 'The delivery with the new attempt, whether it succeeded or not.',
      body: schemas.webhookDeliveryResponse,
    },
    errors: ['organization_admin_required', 'webhook_not_found', 'webhook_delivery_not_found'],
  }),
}
