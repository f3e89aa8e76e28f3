import { useEffect, useRef } from 'react'
import { useSession } from '../../session/session.ts'
import { Ago } from '../../time/moment.tsx'
import { GoalState } from '../badges.tsx'
import { usePeople } from '../people.ts'
import type { Conflict } from './use-report.ts'

/** Shows the reports that caused a revision conflict. Takes the focus so that screen readers read it. */
export function ConflictPanel({ conflict }: { conflict: Conflict }) {
  const { user } = useSession()
  const { nameOf } = usePeople()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="alert"
      className="space-y-3 rounded-xl bg-warn-soft px-4 py-4 text-[0.9375rem]"
    >
      <p className="font-medium">
        Someone reported on this goal while you were writing. Your report was not sent, but nothing is lost.
      </p>
      <ol className="space-y-2">
        {conflict.reports.map((report) => (
          <li key={report.id} className="rounded-lg bg-surface px-3.5 py-3">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
              <strong className="font-semibold text-ink">
                {report.authorityUserId === user.id ? 'You' : nameOf(report.authorityUserId)}
              </strong>
              <Ago time={report.createdAt} />
              <GoalState status={report.status} health={report.health} />
            </p>
            <p className="mt-1">{report.summary}</p>
          </li>
        ))}
      </ol>
      <p>Read it, change your report if needed, and send it.</p>
    </div>
  )
}
