import { useEffect } from 'react'

/** The service has judged by then, whatever the difference of the clocks within a second. */
const slackMilliseconds = 1_000
/** Longer timers would end at once. */
const longestTimer = 2 ** 31 - 1

/**
 * Calls `reload` when the first of some claims ends: it may have been renewed, which nothing announces. Claims that have ended
 * already are of a clock that is behind, and are ignored.
 */
export function useClaimEnds(ends: readonly (string | undefined)[], reload: () => void): void {
  const now = Date.now()
  const first = Math.min(
    ...ends.map((end) => (end === undefined ? Number.NaN : Date.parse(end))).filter((end) => end > now),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` is another function at each rendering, and does the same.
  useEffect(() => {
    if (!Number.isFinite(first)) return undefined
    const wait = first - Date.now() + slackMilliseconds
    if (wait > longestTimer) return undefined
    const timer = setTimeout(reload, wait)
    return () => clearTimeout(timer)
  }, [first])
}
