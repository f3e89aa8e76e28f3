import { randomUUID } from 'node:crypto'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { readFeed, readFeedEnd } from '@cairn/domain/events/feed/read-feed'
import type { Database } from '@cairn/domain/storage/database/client'
import type { Meter } from '../../../infra/cost/meter.ts'
import { writeOrganization } from '../../background/feed/support/acme.ts'
import { eventNumber } from '../../background/feed/support/events.ts'

/** Costs of the feed, as on AWS. */
export type FeedUnits = { work: string; reads: number; writes: number }

/** @param database  Its calls are metered. */
export async function measureFeedUnits(database: Database, meter: Pick<Meter, 'take'>): Promise<FeedUnits[]> {
  const measured: FeedUnits[] = []
  const measure = async (work: string, run: () => Promise<unknown>) => {
    meter.take()
    await run()
    const { reads, writes } = meter.take()
    measured.push({ work, reads, writes })
  }
  let count = 0
  const events = (wanted: number) => Array.from({ length: wanted }, () => eventNumber(++count))
  const [quiet, busy] = [randomUUID(), randomUUID()]
  await Promise.all([quiet, busy].map((id) => writeOrganization(database, id)))
  for (let page = 0; page < 60; page++) await appendEvents(database, quiet, events(1))
  for (let page = 0; page < 60; page++) await appendEvents(database, busy, events(16))

  await measure('append an event', () => appendEvents(database, quiet, events(1)))
  await measure('append 16 events at once', () => appendEvents(database, busy, events(16)))
  const list = (organizationId: string, limit: number) =>
    readFeed(database, organizationId, { order: 'asc', limit })
  await measure('list 50 events, one a page', () => list(quiet, 50))
  await measure('list 50 events, 16 a page', () => list(busy, 50))
  const after = await readFeedEnd(database, busy)
  await measure('follow, nothing new', () => readFeed(database, busy, { after, order: 'asc', limit: 50 }))
  return measured
}
