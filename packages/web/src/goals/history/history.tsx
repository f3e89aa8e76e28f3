import type { Goal } from '@cairn/contract/schemas/goals'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { goalUpdatesQuery } from '../queries.ts'
import { HistoryChart } from './history-chart.tsx'
import { HistoryEntry } from './history-entry.tsx'

const shownAtFirst = 30

export function History({ goal }: { goal: Goal }) {
  const organization = useActiveOrganization()
  const { data, error, refetch, dataUpdatedAt } = useQuery(goalUpdatesQuery(organization.id, goal.id))
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)

  function showAll(): void {
    flushSync(() => setShowsAll(true))
    const entry = list.current?.children[shownAtFirst]
    if (entry instanceof HTMLElement) entry.focus()
  }

  const newestFirst = data?.updates.toReversed() ?? []
  const shown = showsAll ? newestFirst : newestFirst.slice(0, shownAtFirst)
  const hidden = newestFirst.length - shown.length
  return (
    <section aria-labelledby="history" className="space-y-5">
      <SectionTitle id="history">History</SectionTitle>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} label="Loading history" />}
      {data && (
        <>
          {data.updates.length > 1 && (
            <Card>
              <HistoryChart updates={data.updates} until={dataUpdatedAt} />
            </Card>
          )}
          {!data.isComplete && (
            <p className="text-sm text-ink-faint">
              This history is long. Only its first {data.updates.length} entries are shown.
            </p>
          )}
          <ol
            ref={list}
            className="relative space-y-1 before:absolute before:top-3 before:bottom-6 before:left-[0.6875rem] before:w-px before:bg-line"
          >
            {shown.map((update, index) => (
              <HistoryEntry
                key={update.id}
                update={update}
                hasNewStatus={newestFirst[index + 1]?.status !== update.status}
              />
            ))}
          </ol>
          {hidden > 0 && <Button onClick={showAll}>Show {hidden} older entries</Button>}
        </>
      )}
    </section>
  )
}
