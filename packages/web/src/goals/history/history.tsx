import type { Goal } from '@cairn/contract/schemas/goals'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isApiError } from '../../api/failures.ts'
import { useActiveOrganization } from '../../session/session.ts'
import { formatNumber } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { FilterChips } from '../../ui/fields/filter-chips.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { goalHistoryQuery } from '../queries.ts'
import { EditEntry } from './edit-entry.tsx'
import { ReportEntry } from './report-entry.tsx'
import { type HistoryFilter, streamOf } from './stream.ts'

const entriesPerStep = 30

type HistoryProps = {
  goal: Goal
  /** The report to show and focus. A new object shows it again. */
  revealed: { revision: number } | undefined
}

export function History({ goal, revealed }: HistoryProps) {
  const organization = useActiveOrganization()
  const { data, error, refetch } = useQuery(goalHistoryQuery(organization.id, goal.id))
  const [filter, setFilter] = useState<HistoryFilter>('all')
  const [limit, setLimit] = useState(entriesPerStep)
  const list = useRef<HTMLOListElement>(null)
  const entries = data ? streamOf(data.updates, data.edits, filter) : []
  const shown = entries.slice(0, limit)

  function showMore(): void {
    flushSync(() => setLimit(limit + entriesPerStep))
    const entry = list.current?.children[limit]
    if (entry instanceof HTMLElement) entry.focus()
  }

  const [lastRevealed, setLastRevealed] = useState(revealed)
  if (revealed && data && revealed !== lastRevealed) {
    setLastRevealed(revealed)
    const index = streamOf(data.updates, data.edits).findIndex(
      (entry) => entry.kind === 'report' && entry.update.revision === revealed.revision,
    )
    setFilter('all')
    setLimit(Math.max(limit, index + 1))
  }
  useEffect(() => {
    if (lastRevealed) list.current?.querySelector<HTMLElement>(`#report-${lastRevealed.revision}`)?.focus()
  }, [lastRevealed])

  return (
    <section aria-labelledby="history" className="space-y-5">
      <SectionTitle id="history">History</SectionTitle>
      {/* The page says that the goal was deleted. What was loaded can still be read. */}
      {error && !(data && isApiError(error, 'goal_not_found')) && (
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton rows={2} label="Loading history" />}
      {data && (
        <>
          {!data.isComplete && (
            <p className="text-sm text-ink-faint">
              This history is long. Only its newest {formatNumber(data.updates.length + data.edits.length)}{' '}
              entries are shown.
            </p>
          )}
          {data.edits.length > 0 && (
            <FilterChips
              legend="Show in history"
              value={filter}
              options={[
                { value: 'all', name: 'All', count: data.updates.length + data.edits.length },
                { value: 'reports', name: 'Reports', count: data.updates.length },
                { value: 'edits', name: 'Edits', count: data.edits.length },
              ]}
              onChange={(chosen) => {
                setFilter(chosen)
                setLimit(entriesPerStep)
              }}
            />
          )}
          <ol
            ref={list}
            aria-label="History entries"
            className="relative space-y-1 before:absolute before:top-3 before:bottom-6 before:left-[0.6875rem] before:w-px before:bg-line"
          >
            {shown.map((entry) =>
              entry.kind === 'edit' ? (
                <EditEntry key={entry.version} edit={entry.edit} />
              ) : (
                <ReportEntry
                  key={entry.version}
                  goal={goal}
                  update={entry.update}
                  hasNewStatus={entry.hasNewStatus}
                />
              ),
            )}
          </ol>
          {entries.length > shown.length && (
            <Button onClick={showMore}>
              Show {formatNumber(Math.min(entriesPerStep, entries.length - shown.length))} older entries
            </Button>
          )}
        </>
      )}
    </section>
  )
}
