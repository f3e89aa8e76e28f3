import { useEffect, useEffectEvent } from 'react'

/** A pause after the end, because the clocks of browser and service differ. */
const slackMilliseconds = 1_000
/** `setTimeout` fires at once after a longer time. */
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
  const reloadNow = useEffectEvent(reload)
  useEffect(() => {
    if (!Number.isFinite(first)) return undefined
    const wait = first - Date.now() + slackMilliseconds
    if (wait > longestTimer) return undefined
    const timer = setTimeout(() => reloadNow(), wait)
    return () => clearTimeout(timer)
  }, [first])
}
