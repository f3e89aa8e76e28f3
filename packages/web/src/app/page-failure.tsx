import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { PageTitle } from '../ui/page.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { isChunkLoadError, isReachable } from './hooks/when-online.ts'
import { texts } from './texts.ts'

/** A page that could not be loaded or shown. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()

  async function retry(): Promise<void> {
    if (isChunkLoadError(error) && (await isReachable())) {
      location.reload()
      return
    }
    reset()
    await router.invalidate()
  }

  return (
    <div className="mx-auto max-w-lg space-y-5 px-6 py-20">
      <PageTitle title={texts.failed.title}>{texts.failed.heading}</PageTitle>
      <FailureNotice failure={error} onRetry={() => void retry()} />
    </div>
  )
}
