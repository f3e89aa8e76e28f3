import type { Webhook, WebhookAttempt, WebhookFormat } from '@cairn/contract/schemas/webhooks'
import { formatNumber } from '../../time/format.ts'

export const formatNames: Record<WebhookFormat, string> = {
  standard: 'JSON (Standard Webhooks)',
  slack: 'Slack message',
}

/** What a webhook is called: its description, or the host of its address. */
export function titleOf({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description ?? (URL.canParse(url) ? new URL(url).host : url)
}

export type StateText = { tone: 'warn' | 'info'; sentence: string; advice: string }

/** What a state means, and what to do. Null for an active webhook. */
export function stateText({
  state,
  pausedReason,
}: Pick<Webhook, 'state' | 'pausedReason'>): StateText | null {
  if (state === 'active') return null
  if (state === 'failing') {
    return {
      tone: 'warn',
      sentence: 'The last deliveries failed.',
      advice:
        'Cairn keeps trying, with growing pauses, and nothing is lost. After 3 days without success, it pauses the webhook and emails the admins. Fix the receiver, then send a test: one success delivers what is waiting.',
    }
  }
  switch (pausedReason) {
    case 'failing':
      return {
        tone: 'warn',
        sentence: 'Paused, because no delivery succeeded for 3 days.',
        advice:
          'Fix the receiver, send a test, and resume the webhook. The events since then are delivered as far as the feed keeps them, which is 90 days.',
      }
    case 'gone':
      return {
        tone: 'warn',
        sentence: 'Paused, because the receiver said that it is gone (status 410).',
        advice: 'If it has moved, edit the URL, send a test, and resume the webhook. Otherwise, delete it.',
      }
    case 'creator_left':
      return {
        tone: 'warn',
        sentence: 'Paused, because the person who created it is no longer a member.',
        advice:
          'The receiver may be theirs. Check the URL, then resume the webhook: the events since then are delivered in order. Or delete it.',
      }
    default:
      return {
        tone: 'info',
        sentence: 'Paused by an admin.',
        advice: 'Nothing is delivered. When you resume it, the events since then are delivered in order.',
      }
  }
}

/** What the receiver's administrator can do about a failure, by what the service calls it. */
const advice: Record<string, string> = {
  'timed out': 'The receiver did not respond in time. It should respond first and work afterwards.',
  'no public address': 'The name of the receiver has no address on the public internet.',
  'certificate not valid': 'The certificate of the receiver is not valid.',
  'TLS failed': 'The encrypted connection could not be set up.',
  'invalid response': 'The response was not valid HTTP.',
  'connection closed': 'The receiver closed the connection without a response.',
  'connection failed': 'The receiver could not be reached.',
  'redirects are not followed': 'The receiver redirected. Use the final address.',
}

/** What came of an attempt, in a sentence: `Status 204 in 120 ms.` */
export function attemptText({ error, statusCode, durationMilliseconds }: WebhookAttempt): string {
  const status =
    statusCode === null ? '' : `Status ${statusCode} in ${formatNumber(durationMilliseconds)} ms.`
  if (error === null || error === `status ${statusCode}`) return status
  const sentence = advice[error] ?? `Failed: ${error}.`
  return status === '' ? sentence : `${status} ${sentence}`
}

/** Whether an attempt was accepted by the receiver. */
export const isDelivered = ({ error }: WebhookAttempt) => error === null
