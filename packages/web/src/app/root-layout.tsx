import { Outlet } from '@tanstack/react-router'
import { OfflineBanner } from './offline-banner.tsx'

export function RootLayout() {
  return (
    <>
      <OfflineBanner />
      <Outlet />
    </>
  )
}
