import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery, useSession } from '../../accounts/session/session.ts'
import { useSessionEnded } from '../../accounts/session/session-end.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'

const load = whenOnline(() => import('./copy.ts'))

/** Makes what the person visits readable offline, as long as the session lasts. Renders nothing. */
export function OfflineCopy() {
  const queryClient = useQueryClient()
  const userId = useSession().user.id
  const hasEnded = useSessionEnded()
  useEffect(() => {
    // Without a service worker, pages do not open offline, and a copy would be of no use.
    if (hasEnded || !('serviceWorker' in navigator)) return undefined
    const controller = new AbortController()
    const keep = async () => {
      const { keepCopy } = await load()
      const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery.queryKey) ?? {}
      if (controller.signal.aborted || data?.user.id !== userId) return
      await keepCopy(queryClient, { session: data, savedAt: dataUpdatedAt }, controller.signal)
    }
    // If storage is full or blocked, pages do not open offline.
    keep().catch(() => undefined)
    return () => controller.abort()
  }, [queryClient, userId, hasEnded])
  return null
}
