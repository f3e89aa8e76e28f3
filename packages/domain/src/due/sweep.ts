import { dueHandlers } from './handlers.ts'
import type { DueServices } from './services.ts'
import { type SweepCount, type SweepLimits, sweepRecords } from './sweep-records.ts'

/**
 * Does everything that is due at `now`: reminders, digests, and failed deliveries of webhooks. Called every minute, by any
 * number of instances at once.
 * @throws if the index of what is due cannot be read.
 */
export function sweep(services: DueServices, now: Date, limits: SweepLimits): Promise<SweepCount> {
  return sweepRecords(services, dueHandlers, now, limits)
}
