import { type WebhookTargets, webhookTargets } from '@cairn/domain/programs/webhooks/target/webhook-target'
import { ConfigurationError, type Environment, oneOf } from '../configuration/settings.ts'

/**
 * The addresses that webhooks may have. Everybody who has an organization can create one, so in production nobody may reach what listens on
 * this machine: a receiver there needs a public name and a proxy with TLS.
 */
export function readWebhookTargets(environment: Environment): WebhookTargets {
  const targets = oneOf(environment, 'WEBHOOK_TARGETS', webhookTargets, 'public')
  if (targets === 'loopback' && environment.NODE_ENV === 'production') {
    throw new ConfigurationError(
      'WEBHOOK_TARGETS must not be "loopback" in production: webhooks could reach services of this machine.',
    )
  }
  return targets
}
