import { useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.ts'
import { isReadingOffline, onReadingOffline } from './reading.ts'

const cache = queryClient.getQueryCache()

function subscribe(listener: () => void): () => void {
  const stops = [onReadingOffline(listener), cache.subscribe(() => isReadingOffline() && listener())]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Not the names of members, which every page has: they would make all pages as old as themselves. */
const partsOfPages: unknown[] = ['goals', 'brief', 'feed', 'labels']

/** Returns the time of the oldest response that the page shows. Undefined if it is not a copy. */
function lastSeen(): number | undefined {
  if (!isReadingOffline()) return undefined
  const shown = cache.findAll({ type: 'active' }).filter(({ queryKey }) => partsOfPages.includes(queryKey[2]))
  return Math.min(...shown.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0))
}

/** In milliseconds; infinite if the page shows nothing of the service. */
export function useLastSeen(): number | undefined {
  return useSyncExternalStore(subscribe, lastSeen)
}
