import { sweep } from '@cairn/domain/due/sweep'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { type Reported, reportEvent } from './measure-what-changed.ts'
import type { MeteredService } from './metered-service.ts'
import type { Units } from './metering-proxy.ts'

/** What the functions consume that no request calls. */
export type BackgroundUnits = {
  /** A report reaches the feed. */
  append: Units
  /** A sweep finds nothing that is due. */
  sweep: Units
}

export async function measureBackground(
  { measure, measured }: MeteredService,
  reported: Reported,
): Promise<BackgroundUnits> {
  const { organizationId } = reported
  const services = {
    database: measured,
    email: { enabled: true, deliver: async () => undefined },
    webOrigin: 'https://cairn.test',
    wakeWebhooks: async () => undefined,
    logError: (message: string) => {
      throw new Error(message)
    },
  }
  return {
    append: await measure(() => appendEvents(measured, organizationId, [reportEvent(reported)])),
    // Nothing was due at that time.
    sweep: await measure(() => sweep(services, new Date(0), { deadline: Date.now() + 60_000 })),
  }
}
