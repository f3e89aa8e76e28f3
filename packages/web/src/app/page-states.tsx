import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Component, type ReactNode } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { PageTitle } from '../ui/page.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { PageSkeleton } from '../ui/states/skeleton.tsx'
import { isChunkLoadError, isReachable, retryNow, useIsWaiting } from './hooks/when-online.ts'
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

export function NotFound() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <Mark className="mb-5 size-12 opacity-70" />
      <PageTitle title={texts.notFound.title}>{texts.notFound.title}</PageTitle>
      <p className="mt-3 mb-7 text-ink-soft">{texts.notFound.text}</p>
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        {texts.notFound.action}
      </Link>
    </div>
  )
}

type FailureBoundaryProps = { fallback: ReactNode; children: ReactNode }

/** Shows `fallback` if its children cannot be rendered. The rest of the page is not affected. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
