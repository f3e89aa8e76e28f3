import {
  slowAnswerMilliseconds,
  type Webhook,
  type WebhookAttempt,
  type WebhookFormat,
} from '@cairn/contract/schemas/webhooks'
import { texts } from './texts.ts'

export const formatTexts: Record<WebhookFormat, (typeof texts)['formats']['standard']> = texts.formats

/** Returns the name of a webhook: its description, or the host of its address. */
export function titleOf({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description ?? (URL.canParse(url) ? new URL(url).host : url)
}

export type StateText = { tone: 'warn' | 'info'; sentence: string; advice: string }

/** Returns the meaning of a state, and what to do. Null for an active webhook. */
export function stateText({
  state,
  pausedReason,
  failingReason,
}: Pick<Webhook, 'state' | 'pausedReason' | 'failingReason'>): StateText | null {
  const isSlow = failingReason === 'slow'
  if (state === 'active') return null
  if (state === 'failing') {
    return {
      tone: 'warn',
      sentence: isSlow ? texts.explain.slow : texts.explain.failing,
      advice: isSlow ? texts.explain.slowAdvice : texts.explain.failingAdvice,
    }
  }
  switch (pausedReason) {
    case 'failing':
      return {
        tone: 'warn',
        sentence: isSlow ? texts.explain.pausedSlow : texts.explain.pausedFailing,
        advice: isSlow ? texts.explain.pausedSlowAdvice : texts.explain.pausedFailingAdvice,
      }
    case 'gone':
      return {
        tone: 'warn',
        sentence: texts.explain.gone,
        advice: texts.explain.goneAdvice,
      }
    case 'creator_left':
      return {
        tone: 'warn',
        sentence: texts.explain.creatorLeft,
        advice: texts.explain.creatorLeftAdvice,
      }
    default:
      return {
        tone: 'info',
        sentence: texts.explain.paused,
        advice: texts.explain.pausedAdvice,
      }
  }
}

/** Advice to the receiver's administrator, by the service's code of a failure. */
const advice: Record<string, string> = {
  'timed out': texts.attempts.timedOut,
  'no public address': texts.attempts.noPublicAddress,
  'certificate not valid': texts.attempts.certificate,
  'TLS failed': texts.attempts.tls,
  'invalid response': texts.attempts.invalid,
  'connection closed': texts.attempts.closed,
  'connection failed': texts.attempts.unreachable,
  'redirects are not followed': texts.attempts.redirected,
}

/** Whether the receiver took so long that the webhook will be failing if it goes on like that. */
export const isSlow = ({ durationMilliseconds }: Pick<WebhookAttempt, 'durationMilliseconds'>) =>
  durationMilliseconds > slowAnswerMilliseconds

/** Returns the result of an attempt in a sentence: `Status 204 in 120 ms.` */
export function attemptText({ error, statusCode, durationMilliseconds }: WebhookAttempt): string {
  const status = statusCode === null ? '' : texts.attempts.status(statusCode, durationMilliseconds)
  if (error === null) return isSlow({ durationMilliseconds }) ? `${status} ${texts.attempts.slow}` : status
  if (error === `status ${statusCode}`) return status
  const sentence = advice[error] ?? texts.attempts.failed(error)
  return status === '' ? sentence : `${status} ${sentence}`
}

/** Whether an attempt was accepted by the receiver. */
export const isDelivered = ({ error }: WebhookAttempt) => error === null
