import type { Event, ListEventsResponse } from './generated.ts'
import type { Signal } from './platform.ts'

export type EventsOptions = {
  /** The position to continue from: the `cursor` of an event, or of a brief. Default: the oldest events, which are kept for 90 days. */
  after?: string | undefined
  /** Whether to wait for new events after the last one, until the signal is aborted. Default: false. */
  follow?: boolean | undefined
  /**
   * How long to pause before asking again, in milliseconds. Default: the service waits for new events itself where it can, and says
   * how long to pause where it cannot.
   */
  pauseMilliseconds?: number | undefined
  signal?: Signal | undefined
}

/** An event, and where to continue after it. */
export type FollowedEvent = {
  event: Event
  /**
   * Save it once you have handled the event. It continues at the start of the event's page unless the event is the page's last
   * one: an event may come again, and none is missed. Events have ids. Undefined: at the oldest event.
   */
  cursor: string | undefined
}

/** More than a page has, so that a page that comes again is recognized. */
const rememberedIds = 1_000

/** Shorter than proxies usually hold a request. */
const waitSeconds = 20
/** The rest of a request's time is for everything but the wait. */
const spareMilliseconds = 5_000

/** Returns the time limit of a request that may be held. */
export function heldTimeout(timeoutMilliseconds: number | undefined): number | undefined {
  return timeoutMilliseconds && Math.max(timeoutMilliseconds, waitSeconds * 1_000 + spareMilliseconds)
}

type Source = {
  load: (after: string | undefined, wait: number | undefined) => Promise<ListEventsResponse>
  pause: (milliseconds: number, signal: Signal | undefined) => Promise<void>
}

/** Yields events in order, without those that the service returns twice. */
export async function* followEvents(
  { load, pause }: Source,
  { after, follow = false, pauseMilliseconds, signal }: EventsOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const seen = new Set<string>()
  let from = after
  const wait = follow && pauseMilliseconds === undefined ? waitSeconds : undefined
  for (;;) {
    const { events, nextCursor, cursor, pollAfterSeconds } = await load(from, wait)
    for (const [index, event] of events.entries()) {
      if (seen.has(event.id)) continue
      seen.add(event.id)
      yield { event, cursor: index === events.length - 1 ? cursor : from }
    }
    for (const id of seen) {
      if (seen.size <= rememberedIds) break
      seen.delete(id)
    }
    from = cursor
    if (nextCursor !== null) continue
    if (!follow) return
    const pauseLength = pauseMilliseconds ?? pollAfterSeconds * 1_000
    if (pauseLength > 0) await pause(pauseLength, signal)
  }
}
