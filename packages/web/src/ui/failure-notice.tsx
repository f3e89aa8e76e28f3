import { describeFailure, isApiError } from '../api/failures.ts'
import { useIsResolved } from '../session/session-end.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { texts } from './texts.ts'

type FailureNoticeProps = { failure: unknown; onRetry?: (() => void) | undefined; className?: string }

/** Says what went wrong in one sentence and offers a retry. Renders nothing without a failure. */
export function FailureNotice({ failure, onRetry, className }: FailureNoticeProps) {
  const isResolved = useIsResolved(failure)
  if (!failure || (isResolved && isApiError(failure, 'unauthorized'))) return null
  const { sentence, canRetry, reference } = describeFailure(failure)
  const retry = canRetry && onRetry && (
    <Button size="small" onClick={onRetry}>
      {texts.tryAgain}
    </Button>
  )
  return (
    <Notice tone="bad" actions={retry || undefined} {...(className && { className })}>
      {sentence}
      {reference && <span className="block text-sm text-ink-soft">{texts.reference(reference)}</span>}
    </Notice>
  )
}
