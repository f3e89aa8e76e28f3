import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageTitle } from '../ui/page.tsx'

/** A page that could not be loaded or shown. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div className="mx-auto max-w-lg space-y-5 px-6 py-20">
      <PageTitle title="Something went wrong">This page could not be shown</PageTitle>
      <FailureNotice
        failure={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </div>
  )
}
