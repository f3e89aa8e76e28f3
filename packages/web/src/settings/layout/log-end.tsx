import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { texts } from '../texts.ts'

type LogEndProps = {
  log: UseInfiniteQueryResult
  /** Called before more rows are loaded, as `useFocusFirstNew` wants it. */
  expectNew: () => void
}

/** The end of a log that is loaded in pages: the button for more, or an error. */
export function LogEnd({ log, expectNew }: LogEndProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = log
  if (error)
    return <FailureNotice failure={error} onRetry={() => void (data ? fetchNextPage() : refetch())} />
  if (!hasNextPage) return null
  return (
    <div className="flex justify-center">
      <Button
        busy={isFetchingNextPage}
        busyText={texts.loadingMore}
        onClick={() => {
          expectNew()
          void fetchNextPage()
        }}
      >
        {texts.loadMore}
      </Button>
    </div>
  )
}
