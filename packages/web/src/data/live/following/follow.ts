import type { OutputOf } from '@cairn/contract'
import { ApiError } from '@cairn/contract/http/client'
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { News, Tabs } from './tabs.ts'

/** While somebody acts, a change shows within 15 seconds: this pause, the time of two requests, and some slack. */
export const followMilliseconds = 10_000
/** The first look comes after the page has loaded what it shows. */
export const firstLookMilliseconds = 3_000
const minute = 60_000
/** The pauses by the time for which nobody has acted, the longest time first. */
export const quietPauses = [
  { quietMilliseconds: 30 * minute, pauseMilliseconds: minute },
  { quietMilliseconds: 5 * minute, pauseMilliseconds: 30_000 },
] as const
const longestPauseMilliseconds = 120_000
/** Pages of events that are read one after the other. If there are more, everything is loaded again instead. */
const maximumPages = 4
/** Pauses differ by up to this share, so that browsers do not ask in step. */
const jitter = 0.1
/** Events that are handled twice are known by their ids, the newest of them. */
const maximumKnownEvents = 1_000

export type EventPage = OutputOf<'listEvents'>

export type FollowOptions = {
  /** Returns a page with the newest event, and the cursor of what follows it. */
  readNewest: () => Promise<EventPage>
  readAfter: (cursor: string) => Promise<EventPage>
  /** Resolves after this time, as soon as the page is visible and online. The time may become shorter when somebody acts. */
  pause: (milliseconds: () => number) => Promise<void>
  /** Returns for how long nobody has acted. */
  quietMilliseconds: () => number
  tabs: Tabs
  onEvents: (events: Event[]) => void
  /** Called if events may have been missed: everything on the page may be out of date. */
  onGap: () => void
  /** Whether an event is newer than what the page has loaded. */
  isNews: (event: Event) => boolean
  signal: AbortSignal
  random?: () => number
}

/**
 * Follows the feed until `signal` is aborted: with one small request per pause, or by what another tab tells that asks for this
 * one too. Never rejects.
 */
export async function followFeed(options: FollowOptions): Promise<void> {
  const { pause, tabs, signal, quietMilliseconds, onGap, random = Math.random } = options
  const onEvents = onlyOnce(options.onEvents)
  let cursor: string | undefined
  /** Whether this tab has seen everything up to what the asking tab tells next. */
  let isCaughtUp = false
  let failures = 0
  let milliseconds = () => firstLookMilliseconds

  tabs.onNews((news) => {
    if (signal.aborted) return
    if (news === undefined) isCaughtUp = false
    else if (news.events.length > 0) onEvents(news.events)
    else onGap()
    // Before it has caught up, the tab continues where it was.
    if (news && isCaughtUp) cursor = news.cursor
  })

  while (!signal.aborted) {
    const spread = 1 + jitter * (2 * random() - 1)
    const next = milliseconds
    await pause(() => spread * next())
    if (signal.aborted) return
    milliseconds = () => pauseAfterQuiet(quietMilliseconds())
    if (isCaughtUp && !tabs.isAsking()) continue
    try {
      const from = cursor
      const news = from === undefined ? await begin(options) : await readNews(options, from)
      if (signal.aborted) return
      ;({ cursor } = news)
      isCaughtUp = true
      failures = 0
      if (news.isGap) onGap()
      else if (news.events.length > 0) onEvents(news.events)
      if (tabs.isAsking() && (news.isGap || news.events.length > 0)) {
        tabs.tell({ events: news.events, cursor })
      }
    } catch (error) {
      failures += 1
      const waiting = pauseAfterFailure(error, failures)
      milliseconds = () => waiting
      // The cursor expires with the events behind it.
      if (error instanceof ApiError && error.code === 'invalid_cursor') cursor = undefined
    }
  }
}

type Look = News & { isGap: boolean }

/** Finds out where the feed ends. */
async function begin({ readNewest, isNews }: FollowOptions): Promise<Look> {
  const { events, cursor } = await readNewest()
  return { events: [], cursor, isGap: events.some(isNews) }
}

/** Returns what has happened since, and where to continue; a gap if it was too much. */
async function readNews({ readAfter, signal }: FollowOptions, from: string): Promise<Look> {
  const events: Event[] = []
  let cursor = from
  for (let page = 0; page < maximumPages; page += 1) {
    const next = await readAfter(cursor)
    events.push(...next.events)
    cursor = next.cursor
    if (next.nextCursor === null || signal.aborted) return { events, cursor, isGap: false }
  }
  return { events: [], cursor: undefined, isGap: true }
}

/** A tab that catches up while another one tells it news may get an event twice. */
function onlyOnce(handle: (events: Event[]) => void): (events: Event[]) => void {
  const known = new Set<string>()
  return (events) => {
    const fresh = events.filter(({ id }) => !known.has(id))
    for (const { id } of fresh) known.add(id)
    for (const id of known) {
      if (known.size <= maximumKnownEvents) break
      known.delete(id)
    }
    if (fresh.length > 0) handle(fresh)
  }
}

/** Longer while nobody acts: mostly nobody looks. */
function pauseAfterQuiet(quiet: number): number {
  const found = quietPauses.find(({ quietMilliseconds }) => quiet >= quietMilliseconds)
  return found?.pauseMilliseconds ?? followMilliseconds
}

/** Twice as long after each failure, and never shorter than the service asks for. */
function pauseAfterFailure(error: unknown, failures: number): number {
  const backoff = Math.min(followMilliseconds * 2 ** failures, longestPauseMilliseconds)
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  // Jitter must not shorten what the service asks for.
  return Math.max(backoff, asked / (1 - jitter))
}
