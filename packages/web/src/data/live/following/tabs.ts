/**
 * One tab of a browser asks for the news of an organization, and tells the other tabs. It holds a lock while it is visible and
 * online; when it is hidden or closed, the browser gives the lock to the next tab that waits for it. The name of lock and
 * channel contains person and organization, so that tabs of different organizations know nothing of each other.
 *
 * A browser gives locks only to pages by https, or of this computer. Without them, every tab asks for itself.
 */
import type { Event } from '@cairn/contract/schemas/feed/events'
import { type Page, thisPage } from './pause.ts'

export type News = {
  /** Oldest first. Empty after a gap: everything may be out of date. */
  events: Event[]
  /** Of what follows. Undefined after a gap. */
  cursor: string | undefined
}

export type Tabs = {
  /** Whether this tab asks for all. */
  isAsking(): boolean
  tell(news: News): void
  /** Calls the listener with what another tab tells. Undefined: this tab is hidden, and may miss something. */
  onNews(listener: (news: News | undefined) => void): void
}

/** The parts of a browser that its tabs share. */
export type Browser = {
  locks: Pick<LockManager, 'request'> | undefined
  openChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
}

const thisBrowser = (): Browser => ({
  // Absent where the types say that it is there.
  locks: navigator.locks as LockManager | undefined,
  openChannel: (name) => new BroadcastChannel(name),
})

type Message = { news: News } | { activity: true }

/** A tab tells the others at most this often that somebody acts. */
const activityMilliseconds = 5_000

/** Joins the tabs with the same name until `signal` is aborted. */
export function joinTabs(
  name: string,
  signal: AbortSignal,
  page: Page = thisPage,
  { locks, openChannel }: Browser = thisBrowser(),
): Tabs {
  if (!locks || signal.aborted)
    return { isAsking: () => true, tell: () => undefined, onNews: () => undefined }
  const channel = openChannel(name)
  let hear: (news: News | undefined) => void = () => undefined
  let waiting: AbortController | undefined
  let release: (() => void) | undefined
  let toldActivityAt = Number.NEGATIVE_INFINITY
  let isHearing = false

  /** Waits for the lock while the tab is awake, and gives it back when it is not. */
  function update(): void {
    if (signal.aborted || !page.isAwake()) {
      hear(undefined)
      waiting?.abort()
      waiting = undefined
      release?.()
      release = undefined
    } else if (!waiting) {
      waiting = new AbortController()
      void hold(waiting.signal)
    }
  }

  async function hold(ended: AbortSignal): Promise<void> {
    const held = () =>
      new Promise<void>((resolve) => {
        // The tab may have been hidden when the lock was already given to it.
        if (ended.aborted) resolve()
        else release = resolve
      })
    // Rejects if the tab is hidden while it waits.
    await locks?.request(name, { signal: ended }, held).catch(() => undefined)
  }

  function tellActivity(): void {
    // A tab does not tell again what another one has told.
    if (isHearing || Date.now() - toldActivityAt < activityMilliseconds) return
    toldActivityAt = Date.now()
    channel.postMessage({ activity: true } satisfies Message)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('activity' in data) {
      isHearing = true
      page.activity.note()
      isHearing = false
    } else if (page.isAwake()) {
      hear(data.news)
    }
  })
  const stops = [page.onWakeChange(update), page.activity.onActivity(tellActivity)]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    update()
    channel.close()
  })
  update()
  return {
    isAsking: () => release !== undefined,
    tell: (news) => channel.postMessage({ news } satisfies Message),
    onNews: (listener) => {
      hear = listener
    },
  }
}
