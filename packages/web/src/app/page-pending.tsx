import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { retryNow, useIsWaiting } from './when-online.ts'

/** Shown while a page loads, or waits for the connection. */
export function PagePending() {
  if (!useIsWaiting()) return <PageSkeleton />
  return (
    <div className="mx-auto max-w-lg space-y-4 px-6 py-20">
      <PageTitle title="You are offline">This page has not loaded yet</PageTitle>
      <p className="text-ink-soft">
        You are offline, and you have not opened this page before. It opens as soon as you are back online.
      </p>
      <Button onClick={retryNow}>Try again</Button>
    </div>
  )
}
