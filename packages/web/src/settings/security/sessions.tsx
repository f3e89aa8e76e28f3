import type { BrowserSession } from '@cairn/contract/schemas/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { personApi } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { Ago, Day } from '../../time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { RowList } from '../rows.tsx'
import { browserName } from './browser-name.ts'
import { sessionsQuery } from './sessions-query.ts'

/** Where the person is signed in, and a way to end it. */
export function Sessions({ hasPassword }: { hasPassword: boolean }) {
  const queryClient = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const [isConfirming, setIsConfirming] = useState(false)
  const reload = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  return (
    <section className="max-w-2xl space-y-4" aria-labelledby="sessions">
      <div className="space-y-1.5">
        <SectionTitle id="sessions">Where you are signed in</SectionTitle>
        <p className="text-ink-soft">
          You stay signed in for 30 days, or until you have not used Cairn for 14 days.
        </p>
      </div>
      {error && !sessions && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!sessions && !error && <ListSkeleton rows={1} label="Loading sessions" />}
      {sessions && (
        <RowList label="Sessions">
          {currentFirst(sessions).map((session) => (
            <SessionRow key={session.id} session={session} onEnded={reload} />
          ))}
        </RowList>
      )}
      <Button onClick={() => setIsConfirming(true)}>Sign out all other browsers</Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Sign out all other browsers?"
        action="Sign out others"
        onConfirm={async () => {
          await personApi.endOtherSessions()
          await reload()
          toast.success('All other browsers are signed out.')
        }}
      >
        You stay signed in here. {hasPassword && 'Links to reset your password stop working. '}API tokens and
        connected programs keep their access.
      </ConfirmDialog>
    </section>
  )
}

/** The person's own browser, then the one that was used last. */
function currentFirst(sessions: readonly BrowserSession[]): BrowserSession[] {
  return sessions.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      Date.parse(other.lastUsedAt) - Date.parse(one.lastUsedAt),
  )
}

function SessionRow({ session, onEnded }: { session: BrowserSession; onEnded: () => Promise<void> }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const name = browserName(session.userAgent)

  async function end(): Promise<void> {
    try {
      await personApi.endSession({ params: { sessionId: session.id } })
    } catch (error) {
      // It has ended already.
      if (!isApiError(error, 'session_not_found')) throw error
    }
    await onEnded()
    toast.success('Signed out.')
  }

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {session.current && (
            <span className="rounded-md bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent">
              This browser
            </span>
          )}
        </p>
        <p className="text-sm text-ink-faint">
          {!session.current && (
            <>
              Last used <Ago time={session.lastUsedAt} /> ·{' '}
            </>
          )}
          signed in <Day time={session.createdAt} />
        </p>
      </div>
      {!session.current && (
        <Button size="small" aria-label={`Sign out ${name}`} onClick={() => setIsConfirming(true)}>
          Sign out
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Sign out ${name}?`}
        action="Sign out"
        onConfirm={end}
      >
        Whoever uses it must sign in again.
      </ConfirmDialog>
    </li>
  )
}
