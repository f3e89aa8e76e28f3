import { appendEvents } from '../../events/feed/append-events.ts'
import { missingEvents } from '../../events/missing-events.ts'
import type { RepairStep } from '../step.ts'

/** Younger events may be on their way to the feed, in milliseconds. */
const wayMilliseconds = 60_000

/** Appends the events to the feed that it lacks: those that histories and records of events tell. They come at the end. */
export const feedStep: RepairStep = {
  name: 'feed',
  see: {
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
