import { type Activity, activity } from './activity.ts'

export type Page = {
  /** Whether anybody could see a change. */
  isAwake(): boolean
  /** Calls the listener when that may have changed, until the returned function is called. */
  onWakeChange(listener: () => void): () => void
  readonly activity: Activity
}

const wakeEvents = ['online', 'offline', 'visibilitychange'] as const

export const thisPage: Page = {
  isAwake: () => document.visibilityState === 'visible' && navigator.onLine,
  onWakeChange(listener) {
    for (const name of wakeEvents) addEventListener(name, listener)
    return () => {
      for (const name of wakeEvents) removeEventListener(name, listener)
    }
  },
  activity,
}

/**
 * Resolves after `milliseconds`, but only while the page is visible and online: a hidden page resolves when somebody
 * returns to it. Resolves at once when `signal` is aborted.
 *
 * @param milliseconds  The time since the call. It is asked for again whenever somebody acts, because that may shorten the pause.
 */
export function pauseWhileAwake(
  milliseconds: () => number,
  signal: AbortSignal,
  page: Page = thisPage,
): Promise<void> {
  const from = Date.now()
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined

    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      for (const stop of stops) stop()
      resolve()
    }

    function look(): void {
      clearTimeout(timer)
      if (!page.isAwake()) return
      const left = from + milliseconds() - Date.now()
      if (left <= 0) end()
      else timer = setTimeout(look, left)
    }

    if (signal.aborted) {
      resolve()
      return
    }
    signal.addEventListener('abort', end)
    const stops = [page.onWakeChange(look), page.activity.onActivity(look)]
    look()
  })
}
