import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageTitle } from '../ui/page.tsx'
import { texts } from './texts.ts'
import { isChunkLoadError, isReachable } from './when-online.ts'

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
