import type { OutputOf } from '@cairn/contract'
import { ApiError } from '@cairn/contract/http/client'
import type { Event } from '@cairn/contract/schemas/feed/events'

/** A change shows within 15 seconds: this pause, the time of two requests, and some slack. */
export const followMilliseconds = 10_000
/** The first look comes after the page has loaded what it shows. */
export const firstLookMilliseconds = 3_000
const longestPauseMilliseconds = 120_000
/** Pages of events that are read one after the other. If there are more, everything is loaded again instead. */
const maximumPages = 4
/** Pauses differ by up to this share, so that tabs do not ask in step. */
const jitter = 0.1

export type EventPage = OutputOf<'listEvents'>

export type FollowOptions = {
  /** Returns a page with the newest event, and the cursor of what follows it. */
  readNewest: () => Promise<EventPage>
  readAfter: (cursor: string) => Promise<EventPage>
  /** Resolves after this time, as soon as the page is visible and online. */
  pause: (milliseconds: number) => Promise<void>
  onEvents: (events: Event[]) => void
  /** Called if events may have been missed: everything on the page may be out of date. */
  onGap: () => void
  /** Whether an event is newer than what the page has loaded. */
  isNews: (event: Event) => boolean
  signal: AbortSignal
  random?: () => number
}

/** Follows the feed with one small request per pause until `signal` is aborted. Never rejects. */
export async function followFeed(options: FollowOptions): Promise<void> {
  const { pause, signal, random = Math.random } = options
  let cursor: string | undefined
  let failures = 0
  let milliseconds = firstLookMilliseconds
  while (!signal.aborted) {
    await pause(milliseconds)
    if (signal.aborted) return
    try {
      cursor = cursor === undefined ? await begin(options) : await readNews(options, cursor)
      failures = 0
      milliseconds = followMilliseconds
    } catch (error) {
      failures += 1
      milliseconds = pauseAfter(error, failures)
      // The cursor expires with the events behind it.
      if (error instanceof ApiError && error.code === 'invalid_cursor') cursor = undefined
    }
    milliseconds *= 1 + jitter * (2 * random() - 1)
  }
}

async function begin({ readNewest, isNews, onGap, signal }: FollowOptions): Promise<string> {
  const { events, cursor } = await readNewest()
  if (!signal.aborted && events.some(isNews)) onGap()
  return cursor
}

/** Hands over what happened since, and returns where to continue; undefined if it was too much. */
async function readNews(
  { readAfter, onEvents, onGap, signal }: FollowOptions,
  from: string,
): Promise<string | undefined> {
  const events: Event[] = []
  let cursor = from
  for (let page = 0; page < maximumPages; page += 1) {
    const next = await readAfter(cursor)
    if (signal.aborted) return undefined
    events.push(...next.events)
    cursor = next.cursor
    if (next.nextCursor === null) {
      if (events.length > 0) onEvents(events)
      return cursor
    }
  }
  onGap()
  return undefined
}

/** Twice as long after each failure, and never shorter than the service asks for. */
function pauseAfter(error: unknown, failures: number): number {
  const backoff = Math.min(followMilliseconds * 2 ** failures, longestPauseMilliseconds)
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  // Jitter must not shorten what the service asks for.
  return Math.max(backoff, asked / (1 - jitter))
}
