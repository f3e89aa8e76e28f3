import { useEffect, useRef } from 'react'
import { useIsResolved } from '../../accounts/session/session-end.ts'
import { describeFailure, isApiError } from '../../data/api/failures/failures.ts'
import { Button } from '../button.tsx'
import { useOnline } from '../hooks/use-online.ts'
import { texts } from '../texts.ts'
import { Notice } from './notice.tsx'

type FailureNoticeProps = { failure: unknown; onRetry?: (() => void) | undefined; className?: string }

/**
 * Whether the failure was for want of a connection, which is back. Then it is tried again, if there is something to try; a form is
 * sent by its own button.
 */
function useIsBack(failure: unknown, onRetry?: () => void): boolean {
  const online = useOnline()
  const offline = useRef<unknown>(undefined)
  if (!online) offline.current = failure
  const isBack = online && failure !== undefined && failure !== null && offline.current === failure
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    if (isBack) retry.current?.()
  }, [isBack])
  return isBack && !isApiError(failure)
}

/** Says what went wrong in one sentence and offers a retry. Renders nothing without a failure. */
export function FailureNotice({ failure, onRetry, className }: FailureNoticeProps) {
  const isResolved = useIsResolved(failure)
  const isBack = useIsBack(failure, onRetry)
  if (!failure || isBack || (isResolved && isApiError(failure, 'unauthorized'))) return null
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
