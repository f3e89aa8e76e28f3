import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSessionInOtherTab } from '../accounts/session/session-end.ts'
import { queryClient, sessionKey } from '../data/api/query-client.ts'
import { useLastSeen } from '../data/offline/last-seen.ts'
import { formatAgo } from '../presentation/time/format.ts'
import { useOnline } from '../ui/hooks/use-online.ts'
import { texts } from './texts.ts'

/**
 * Sticks to the top of the view and takes up space, so that it does not cover the page. The status region is always there,
 * so that screen readers announce what appears in it.
 */
function OfflineBanner() {
  const online = useOnline()
  const lastSeen = useLastSeen()
  return (
    <div role="status" className="sticky top-0 z-30">
      {(!online || lastSeen !== undefined) && (
        <p
          data-offline
          className="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn lg:h-(--banner-height)"
        >
          {lastSeen !== undefined && Number.isFinite(lastSeen)
            ? texts.lastSeen(formatAgo(new Date(lastSeen).toISOString()))
            : texts.offline}
        </p>
      )}
    </div>
  )
}

export function RootLayout() {
  useEffect(() => onSessionInOtherTab(() => void queryClient.invalidateQueries({ queryKey: sessionKey })), [])
  return (
    <>
      <OfflineBanner />
      <Outlet />
    </>
  )
}
