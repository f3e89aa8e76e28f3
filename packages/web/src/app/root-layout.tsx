import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient, sessionKey } from '../api/query-client.ts'
import { onSessionInOtherTab } from '../session/session-end.ts'
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
