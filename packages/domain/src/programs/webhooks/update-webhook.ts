import type { InputOf } from '@cairn/contract/registry/registry'
import { recovered } from '../../background/deliveries/state.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import { changeWebhook, webhookTimer } from './record/webhook-record.ts'
import { requireWebhookTarget } from './target/webhook-target.ts'
import { toWebhookResponse } from './to-webhook-response.ts'

/** Changes a webhook, pauses it, or resumes it where it was paused. */
export const updateWebhook: Implementation<'updateWebhook', RequestContext> = async (
  context,
  access,
  { params, body },
) => {
  const { now, settings } = context
  const webhook = await changeWebhook(context, access, params.webhookId, (current) => {
    if (body.url !== undefined) requireWebhookTarget(body.url, settings.webhookTargets)
    return { action: 'webhook.updated', changes: { ...fieldsOf(body), ...stateOf(current, body, now) } }
  })
  return { webhook: toWebhookResponse(webhook, now) }
}

type Body = InputOf<'updateWebhook'>['body']

function fieldsOf({ url, types, format, description }: Body): Partial<WebhookRecord> {
  return {
    ...(url !== undefined && { url }),
    ...(types !== undefined && { types }),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description: description ?? undefined }),
  }
}

function stateOf(webhook: WebhookRecord, { state, url }: Body, now: Date): Partial<WebhookRecord> {
  if (state === 'paused' && webhook.state !== 'paused') {
    return { state, pausedReason: 'administrator', ...webhookTimer(webhook, undefined) }
  }
  const atOnce = webhookTimer(webhook, now.getTime())
  if (state === 'active' && webhook.state !== 'active') {
    return {
      ...recovered(webhook),
      pausedReason: undefined,
      announceUntil: undefined,
      failures: 0,
      slowAnswers: undefined,
      resumedAt: timestampOf(now),
      ...atOnce,
    }
  }
  if (url === undefined || url === webhook.url || webhook.state === 'paused') return {}
  // A receiver at another address need not wait for the next attempt of the one before, and was never slow.
  return { recoveries: webhook.recoveries + 1, notBefore: undefined, slowAnswers: undefined, ...atOnce }
}
