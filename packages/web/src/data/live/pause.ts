const wakeEvents = ['online', 'visibilitychange'] as const

/** Whether anybody could see a change. */
const isAwake = () => document.visibilityState === 'visible' && navigator.onLine

/**
 * Resolves after `milliseconds`, but only while the page is visible and online: a hidden page resolves when somebody
 * returns to it. Resolves at once when `signal` is aborted.
 */
export function pauseWhileAwake(milliseconds: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + milliseconds
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined

    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      for (const name of wakeEvents) removeEventListener(name, look)
      resolve()
    }

    function look(): void {
      clearTimeout(timer)
      if (!isAwake()) return
      const left = until - Date.now()
      if (left <= 0) end()
      else timer = setTimeout(look, left)
    }

    if (signal.aborted) {
      resolve()
      return
    }
    signal.addEventListener('abort', end)
    for (const name of wakeEvents) addEventListener(name, look)
    look()
  })
}
