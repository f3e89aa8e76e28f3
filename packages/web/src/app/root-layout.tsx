import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSessionInOtherTab } from '../accounts/session/session-end.ts'
import { queryClient, sessionKey } from '../data/api/query-client.ts'
import { OfflineBanner } from './offline-banner.tsx'

export function RootLayout() {
  useEffect(() => onSessionInOtherTab(() => void queryClient.invalidateQueries({ queryKey: sessionKey })), [])
  return (
    <>
      <OfflineBanner />
      <Outlet />
    </>
  )
}
