import type { Client } from '@cairn/contract/http/client'
import { deliverWebhooks } from '@cairn/domain/background/deliveries/deliver-webhooks'
import { withWebhooks } from '@cairn/domain/background/deliveries/wake'
import { sweep } from '@cairn/domain/background/due/sweep'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { type Reported, reportEvent } from './measure-what-changed.ts'
import type { Units } from './meter.ts'
import type { MeteredService } from './metered-service.ts'

/** The consumption of the functions that no request calls. */
export type BackgroundUnits = {
  /** A report reaches the feed, and the queue of webhooks. */
  append: Units
  /** It is delivered to one webhook. */
  delivery: Units
  /** A sweep finds nothing that is due. */
  sweep: Units
  /** A report is late: a sweep sees it, and the next one mails it. */
  reminder: Units
  /** A person gets the weekly digest. */
  digest: Units
}

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** @param client  The owner of the goal. Nobody has a goal with a cadence, or a webhook. */
export async function measureBackground(
  { measure, measured, database }: MeteredService,
  client: Client,
  reported: Reported,
): Promise<BackgroundUnits> {
  const { organizationId } = reported
  let emails = 0
  const email = {
    enabled: true,
    deliver: async () => {
      emails++
    },
  }
  const webOrigin = 'https://cairn.test'
  const services = {
    webOrigin,
    email,
    wakeWebhooks: async () => undefined,
    logError: (message: string) => {
      throw new Error(message)
    },
  }
  const sweepAt = (time: number, table = measured) =>
    sweep({ ...services, database: table }, new Date(time), { deadline: Date.now() + 60_000 })
  const append = () => appendEvents(measured, organizationId, [reportEvent(reported)])
  const deliver = () =>
    deliverWebhooks(
      {
        database: measured,
        webOrigin,
        email,
        sender: { send: async () => ({ statusCode: 204, error: null, durationMilliseconds: 100 }) },
        clock: () => new Date(),
        signal: new AbortController().signal,
      },
      organizationId,
    )

  await client.createWebhook({ body: { url: 'https://receiver.invalid/hooks' } })
  const appended = await measure(async () => {
    await append()
    await withWebhooks(measured, [organizationId])
  })
  const delivery = await measure(deliver)
  // At that time nothing was due.
  const empty = await measure(() => sweepAt(0))

  // By then, a digest is due for everybody. It tells of the reports of this week.
  const digest = await measureEmail([Date.now() + 7 * millisecondsPerDay])

  await client.updateNotificationPreferences({ body: { reportReminders: true } })
  const { goal } = await client.createGoal({
    body: { ...goalWithCadence(), ownerUserId: reported.userId },
  })
  const late = Date.parse(goal.nextReportDueAt ?? '') + 1
  // Digests that are due before.
  await sweepAt(late - millisecondsPerDay, database)
  const reminder = await measureEmail([late, late + millisecondsPerDay])
  return { append: appended, delivery, sweep: empty, reminder, digest }

  /** Measures sweeps that send emails, without what they would cost if nothing were due. Returns the units of one email. */
  async function measureEmail(times: number[]): Promise<Units> {
    emails = 0
    const units = await measure(async () => {
      for (const time of times) await sweepAt(time)
    })
    if (emails === 0) throw new Error('no email was sent')
    // Rounded, because people who are due at once may share a batch of reads.
    const each = (name: keyof Units) => Math.round((units[name] - times.length * empty[name]) / emails)
    return { reads: each('reads'), writes: each('writes'), calls: each('calls') }
  }
}

/** A goal whose first report is late on a Wednesday, far from the digests of Monday. */
function goalWithCadence() {
  const wednesday = 3
  const weekday = new Date().getUTCDay()
  const everyDays = 28 + ((wednesday - weekday + 7) % 7)
  return {
    detailedDescription: 'Answer every question within a day.',
    timeframe: { kind: 'continuous' as const },
    cadence: { everyDays },
  }
}
