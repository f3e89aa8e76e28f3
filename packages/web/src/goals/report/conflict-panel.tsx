import type { GoalConflict } from '@cairn/contract/schemas/goals/goal-history'
import { useEffect, useRef } from 'react'
import { useSession } from '../../accounts/session/session.ts'
import { fill } from '../../language/fill.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { authorIn } from '../data/authority.ts'
import { usePeople } from '../data/people.ts'
import { EditDifferences } from '../editing/differences/edit-differences.tsx'
import { editedFieldNames } from '../history/edit-entry.tsx'
import { streamOf } from '../history/stream.ts'
import { HealthBadge, StatusBadge } from '../pictures/badges.tsx'
import { texts } from './texts.ts'

/** Shows what the person missed while writing a report. Takes the focus so that screen readers read it. */
export function ConflictPanel({ conflict }: { conflict: GoalConflict }) {
  const { user } = useSession()
  const { authorOf } = usePeople()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const nameOf = (entry: Parameters<typeof authorIn>[0]) => (
    <strong className="font-semibold text-ink wrap-anywhere">
      <bdi>{authorOf(authorIn(entry), user.id)}</bdi>
    </strong>
  )
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="alert"
      className="space-y-3 rounded-xl bg-warn-soft px-4 py-4 text-[0.9375rem]"
    >
      <p className="font-medium">{texts.conflict.title}</p>
      {conflict.truncated && <p>{texts.conflict.truncated}</p>}
      <ol className="space-y-2">
        {streamOf(conflict.updates, conflict.edits)
          .reverse()
          .map((entry) => (
            <li key={entry.version} className="rounded-lg bg-surface px-3.5 py-3">
              {entry.kind === 'report' ? (
                <>
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
                    {nameOf(entry.update)}
                    <Ago time={entry.update.createdAt} />
                    {entry.update.health && <HealthBadge health={entry.update.health} />}
                    {entry.before?.status !== entry.update.status && entry.update.status !== 'active' && (
                      <StatusBadge status={entry.update.status} />
                    )}
                  </p>
                  <p className="mt-1">{entry.update.summary}</p>
                </>
              ) : (
                <details>
                  <summary className="rounded text-sm text-ink-soft">
                    {fill(texts.conflict.edited(editedFieldNames([entry.edit])), {
                      author: nameOf(entry.edit),
                      ago: <Ago time={entry.edit.createdAt} />,
                    })}
                  </summary>
                  <div className="mt-2">
                    <EditDifferences fields={entry.edit.fields} />
                  </div>
                </details>
              )}
            </li>
          ))}
      </ol>
      <p>{texts.conflict.advice}</p>
    </div>
  )
}
