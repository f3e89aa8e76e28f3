import type { Logger } from '@aws-lambda-powertools/logger'
import type { WebhookStateChange } from '@cairn/domain/background/deliveries/services'

/**
 * The messages of the log about a receiver. On AWS, an alarm counts those of receivers that occupy instances, and a saved query lists
 * them (`infra/monitoring/webhook-receivers.ts`): as dimensions of a metric, webhooks would cost $0.30 each.
 */
export const webhookMessages = {
  failing: 'a webhook is failing',
  paused: 'a webhook was paused',
  active: 'a webhook has recovered',
} as const

/** Returns what writes a line of the log about each webhook that begins or stops to fail. */
export function logWebhookState(logger: Pick<Logger, 'info' | 'warn'>): (change: WebhookStateChange) => void {
  return ({ to, from, error, ...details }) => {
    const write = to === 'active' ? 'info' : 'warn'
    // An error is text of ours, and the logger would take the name `error` for an exception.
    logger[write](webhookMessages[to], { ...details, state: to, stateBefore: from, reason: error })
  }
}
