import type { BrowserSession } from '@cairn/contract/schemas/people/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { fill } from '../../language/fill.tsx'
import { Ago, Day } from '../../presentation/time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { RowList } from '../layout/rows.tsx'
import { browserName } from './browser-name.ts'
import { sessionsQuery } from './sessions-query.ts'
import { texts } from './texts.ts'

/** The person's sessions, with buttons to end them. */
export function Sessions({ hasPassword }: { hasPassword: boolean }) {
  const queryClient = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const [isConfirming, setIsConfirming] = useState(false)
  const reload = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  return (
    <section className="max-w-2xl space-y-4" aria-labelledby="sessions">
      <div className="space-y-1.5">
        <SectionTitle id="sessions">{texts.sessions.title}</SectionTitle>
        <p className="text-ink-soft">{texts.sessions.text}</p>
      </div>
      {error && !sessions && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!sessions && !error && <ListSkeleton rows={1} label={texts.sessions.loading} />}
      {sessions && (
        <RowList label={texts.sessions.list}>
          {currentFirst(sessions).map((session) => (
            <SessionRow key={session.id} session={session} onEnded={reload} />
          ))}
        </RowList>
      )}
      <Button onClick={() => setIsConfirming(true)}>{texts.sessions.endOthers}</Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.sessions.others.title}
        action={texts.sessions.others.action}
        onConfirm={async () => {
          await personApi.endOtherSessions()
          await reload()
          toast.success(texts.sessions.others.done)
        }}
      >
        {hasPassword ? texts.sessions.others.textWithPassword : texts.sessions.others.text}
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
    toast.success(texts.sessions.one.done)
  }

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {session.current && (
            <span className="rounded-md bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent">
              {texts.sessions.one.current}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-faint">
          {fill(session.current ? texts.sessions.one.since : texts.sessions.one.used, {
            used: <Ago time={session.lastUsedAt} />,
            since: <Day time={session.createdAt} />,
          })}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          aria-label={texts.sessions.one.endOf(name)}
          onClick={() => setIsConfirming(true)}
        >
          {texts.sessions.one.end}
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.sessions.one.title(name)}
        action={texts.sessions.one.end}
        onConfirm={end}
      >
        {texts.sessions.one.text}
      </ConfirmDialog>
    </li>
  )
}
