import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { useSessionEnded } from '../../accounts/session/session-end.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'

const load = whenOnline(() => import('./start-live-updates.ts'))

/** Keeps the page up to date by following the feed, as long as the session lasts. Renders nothing. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const organizationId = useActiveOrganization().id
  const reader = useSession().user.id
  const hasEnded = useSessionEnded()
  useEffect(() => {
    if (hasEnded) return undefined
    const controller = new AbortController()
    load().then(
      ({ startLiveUpdates }) => startLiveUpdates(queryClient, { organizationId, reader }, controller.signal),
      // Without it, the page updates as it is opened or returned to.
      () => undefined,
    )
    return () => controller.abort()
  }, [queryClient, organizationId, reader, hasEnded])
  return null
}
