import { appendEvents } from '../../events/feed/append-events.ts'
import { markEnd } from '../../events/feed/newest-page.ts'
import { missingEvents } from '../../events/missing-events.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { feedEndEntity } from '../../storage/table/entities/events/feed-end.ts'
import type { RepairStep } from '../step.ts'

/** Younger events may be on their way to the feed, in milliseconds. */
const wayMilliseconds = 60_000

/** Appends the events to the feed that it lacks: those that histories and records of events tell. They come at the end. */
export const feedStep: RepairStep = {
  name: 'feed',
  see: {
    /** An end that is lost or behind. Of a page that was put meanwhile, its appender takes care. */
    async feedPage(repair, { organizationKey, page, ttl }) {
      if (ttl === undefined) return
      const end = await readRecord(repair.database, feedEndEntity, { organizationKey })
      if ((end?.page ?? 0) >= page) return
      await repair.run('ends of feeds marked', () => markEnd(repair.database, organizationKey, page))
    },
    async organization(repair, { organizationId }) {
      const { database, now, isQuiet } = repair
      const until = isQuiet ? now : new Date(now.getTime() - wayMilliseconds)
      for await (const events of missingEvents(database, organizationId, { now, until })) {
        await repair.run(
          'events appended to feeds',
          () => appendEvents(database, organizationId, events, now),
          events.length,
        )
      }
    },
  },
}
