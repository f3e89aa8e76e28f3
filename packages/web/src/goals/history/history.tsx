import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { formatWholeMonth } from '../../presentation/time/format.ts'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/fields/filter-chips.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { goalHistoryQuery } from '../data/queries.ts'
import { EditEntry } from './edit-entry.tsx'
import { ReportEntry } from './report-entry.tsx'
import { chaptersOf, foldEdits, type StoryEntry } from './story.ts'
import { type HistoryFilter, type StreamEntry, streamOf } from './stream.ts'
import { texts } from './texts.ts'

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
  const list = useRef<HTMLDivElement>(null)
  const stream = data ? streamOf(data.updates, data.edits, filter) : []
  // A person who filters for edits wants each of them.
  const entries = filter === 'edits' ? stream.map(asStory) : foldEdits(stream)
  const shown = entries.slice(0, limit)

  function showMore(): void {
    flushSync(() => setLimit(limit + entriesPerStep))
    list.current?.querySelectorAll<HTMLElement>('[data-entry]')[limit]?.focus()
  }

  const [lastRevealed, setLastRevealed] = useState(revealed)
  if (revealed && data && revealed !== lastRevealed) {
    setLastRevealed(revealed)
    const index = foldEdits(streamOf(data.updates, data.edits)).findIndex(
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
      <SectionTitle id="history">{texts.title}</SectionTitle>
      {/* The page says that the goal was deleted. What was loaded can still be read. */}
      {error && !(data && isApiError(error, 'goal_not_found')) && (
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton rows={2} label={texts.loading} />}
      {data && (
        <>
          {!data.isComplete && (
            <p className="text-sm text-ink-faint">
              {texts.truncated(data.updates.length + data.edits.length)}
            </p>
          )}
          {data.edits.length > 0 && (
            <FilterChips
              legend={texts.filter}
              value={filter}
              options={[
                { value: 'all', name: texts.filters.all, count: data.updates.length + data.edits.length },
                { value: 'reports', name: texts.filters.reports, count: data.updates.length },
                { value: 'edits', name: texts.filters.edits, count: data.edits.length },
              ]}
              onChange={(chosen) => {
                setFilter(chosen)
                setLimit(entriesPerStep)
              }}
            />
          )}
          <div ref={list} className="space-y-2">
            {chaptersOf(shown).map(({ month, entries: told }) => (
              <Month key={month} month={formatWholeMonth(month)}>
                {told.map((entry) =>
                  entry.kind === 'edits' ? (
                    <EditEntry key={entry.version} edits={entry.edits} />
                  ) : (
                    <ReportEntry key={entry.version} goal={goal} item={entry} />
                  ),
                )}
              </Month>
            ))}
          </div>
          {entries.length > shown.length && (
            <Button onClick={showMore}>
              {texts.older(Math.min(entriesPerStep, entries.length - shown.length))}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function asStory(entry: StreamEntry): StoryEntry {
  return entry.kind === 'report' ? entry : { kind: 'edits', version: entry.version, edits: [entry.edit] }
}

/** A line joins what happened in a month, as the stones of a path. */
function Month({ month, children }: { month: string; children: ReactNode }) {
  return (
    <section className="space-y-4">
      <h3 className="text-sm font-medium text-ink-faint">{month}</h3>
      <ol
        aria-label={texts.monthList(month)}
        className="relative before:absolute before:top-3 before:bottom-8 before:left-3 before:w-px before:bg-line"
      >
        {children}
      </ol>
    </section>
  )
}
