import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/states/skeleton.tsx'
import { retryNow, useIsWaiting } from './hooks/when-online.ts'
import { texts } from './texts.ts'

/** Shown while a page loads, or waits for the connection. */
export function PagePending() {
  if (!useIsWaiting()) return <PageSkeleton />
  return (
    <div className="mx-auto max-w-lg space-y-4 px-6 py-20">
      <PageTitle title={texts.pending.title}>{texts.pending.heading}</PageTitle>
      <p className="text-ink-soft">{texts.pending.text}</p>
      <Button onClick={retryNow}>{texts.pending.retry}</Button>
    </div>
  )
}
