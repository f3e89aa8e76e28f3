import { sweep } from '@cairn/domain/background/due/sweep'
import type { DueServices, SweepCount } from '@cairn/domain/background/due/sweep-records'
import type { PendingChanges } from '@cairn/domain/requests/context'
import type { BackgroundRuntime } from '@cairn/lambda'
import { createEmailDelivery } from '@cairn/lambda/email/email-delivery'
import { atRate, createEmailRate } from '@cairn/lambda/email/email-rate'

/** The time that a sweep may take. */
export type SweepContext = {
  getRemainingTimeInMillis(): number
  /** Ends the sweep after what it is doing. */
  signal?: AbortSignal
}

export type SweepHandler = (event: unknown, context: SweepContext) => Promise<SweepCount>

/** A sweep begins nothing so long before its end: an email or a delivery that was begun takes time. */
const reserveMilliseconds = 15_000
/** An email that was begun waits for its turn until so long before the end. */
const emailReserveMilliseconds = 10_000

/**
 * Does what is due, each minute: on AWS by a schedule, on one machine by a timer of the process. Whatever it leaves is due for the
 * next sweep.
 * @throws if the index of what is due cannot be read.
 */
export function createSweepHandler(
  runtime: BackgroundRuntime & { readonly changes?: PendingChanges | undefined },
  { wakeWebhooks }: Pick<DueServices, 'wakeWebhooks'>,
): SweepHandler {
  const { configuration, database, clock, logger } = runtime
  const services = {
    database,
    webOrigin: configuration.webOrigin,
    wakeWebhooks,
    logError: (message: string, details: Record<string, unknown>) => logger.error(message, details),
  }
  const delivery = createEmailDelivery(runtime)
  const { emailsPerSecond } = configuration
  const rate = emailsPerSecond === undefined ? undefined : createEmailRate(emailsPerSecond)
  return async (_event, context) => {
    // A digest then has what happened until now. Without it, the next one has.
    await runtime.changes?.settled().catch(() => undefined)
    const end = Date.now() + context.getRemainingTimeInMillis()
    const limits = { deadline: end - reserveMilliseconds, signal: context.signal }
    const until = end - emailReserveMilliseconds
    const email = rate ? atRate(delivery, rate, { until, signal: context.signal }) : delivery
    const count = await sweep({ ...services, email }, clock(), limits)
    if (count.handled + count.failed + count.throttled > 0) logger.info('did what was due', count)
    return count
  }
}
