/** Signatures of messages, as Standard Webhooks specifies (standardwebhooks.com). */
import { createHmac } from 'node:crypto'
import { timestampOf } from '../../../requests/context.ts'
import type { WebhookRecord } from '../../../storage/table/entities/webhooks/webhook.ts'

/** Returns the secrets that sign at this time: two while a rotation overlaps, the new one first. */
export function signingSecrets(
  { secret, previousSecret }: Pick<WebhookRecord, 'secret' | 'previousSecret'>,
  now: Date,
): string[] {
  const overlaps = previousSecret !== undefined && previousSecret.expiresAt > timestampOf(now)
  return overlaps ? [secret, previousSecret.secret] : [secret]
}

/**
 * Returns the value of `webhook-signature`: one signature for each secret, separated by spaces.
 *
 * @param timestamp  `webhook-timestamp`, in Unix seconds.
 */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
