import { setTimeout as sleep } from 'node:timers/promises'
import { type EmailDelivery, EmailThrottledError } from '@cairn/domain/accounts/email/email-delivery'

const millisecondsPerSecond = 1_000

/** The token bucket of emails. One for each process. */
export type EmailRate = {
  /**
   * Waits for the turn of an email.
   *
   * @param until  The latest time for it, in Unix milliseconds.
   * @throws EmailThrottledError at once if the turn would be later, or when the signal aborts.
   */
  take(until: number, signal?: AbortSignal): Promise<void>
}

/** Rejects when the signal aborts. */
type Wait = (milliseconds: number, value: undefined, options: { signal?: AbortSignal }) => Promise<unknown>

/**
 * Creates a token bucket: so many emails a second, and as many at once after a quiet second. It is a virtual schedule (GCRA), so it keeps
 * one number.
 */
export function createEmailRate(perSecond: number, wait: Wait = sleep): EmailRate {
  const interval = millisecondsPerSecond / perSecond
  /** The time at which the bucket would be full again. */
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    async take(until, signal) {
      const now = Date.now()
      const next = Math.max(fullAt, now) + interval
      const turn = next - millisecondsPerSecond
      if (turn > until) throw new EmailThrottledError('The rate of emails is used up.')
      fullAt = next
      if (turn <= now) return
      await wait(turn - now, undefined, signal ? { signal } : {}).catch(() => {
        throw new EmailThrottledError('The email was not sent before the end of the sweep.')
      })
    },
  }
}

/** Delivers at a rate. Requests, for whose email somebody waits, deliver without it. */
export function atRate(
  delivery: EmailDelivery,
  rate: EmailRate,
  { until, signal }: { until: number; signal?: AbortSignal | undefined },
): EmailDelivery {
  return {
    enabled: delivery.enabled,
    deliver: async (message, aborted) => {
      await rate.take(until, signal)
      await delivery.deliver(message, aborted)
    },
  }
}
