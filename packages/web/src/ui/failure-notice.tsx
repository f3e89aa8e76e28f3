import { describeFailure, isApiError } from '../api/failures.ts'
import { useIsOver } from '../session/session-end.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type FailureNoticeProps = { failure: unknown; onRetry?: (() => void) | undefined; className?: string }

/** Says what went wrong, in one sentence, with the way on. Nothing where nothing went wrong. */
export function FailureNotice({ failure, onRetry, className }: FailureNoticeProps) {
  const isOver = useIsOver(failure)
  if (!failure || (isOver && isApiError(failure, 'unauthorized'))) return null
  const { sentence, canRetry, reference } = describeFailure(failure)
  const retry = canRetry && onRetry && (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Notice tone="bad" actions={retry || undefined} {...(className && { className })}>
      {sentence}
      {reference && <span className="block text-sm text-ink-soft">Reference: {reference}</span>}
    </Notice>
  )
}
