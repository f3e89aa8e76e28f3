import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { describeFailure } from '../../data/api/failures/failures.ts'
import { offerUndo } from '../../data/undo/offer-undo.ts'
import { Button } from '../../ui/button.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { hasFreshReport, type QueuedGoal, queueOf } from './queue.ts'
import { freshGoalsQuery, lastReportQuery, reviewQuery } from './review-queries.ts'
import { ReviewRow } from './review-row.tsx'
import { useReviewed } from './reviewed.ts'
import { texts } from './texts.ts'

export type ReviewScope = 'all' | 'watched'

/** The goals of a scope that somebody has to look at, one after the other: each opens in place, and what is done leads to the next. */
export function TeamReview({ scope }: { scope: ReviewScope }) {
  const { user } = useSession()
  const { id: organizationId } = useActiveOrganization()
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(reviewQuery(organizationId, scope))
  const reviewed = useReviewed(user.id, organizationId)
  const changed = useQuery({ ...freshGoalsQuery(organizationId), enabled: scope === 'all' })
  const goals: QueuedGoal[] = [
    ...(query.data?.pages.flatMap((page) => page.goals) ?? []),
    ...(scope === 'all' ? (changed.data ?? []).filter((goal) => hasFreshReport(goal, user.id)) : []),
  ]
  const unique = [...new Map(goals.map((goal) => [goal.id, goal])).values()]
  const fresh = unique.filter((goal) => hasFreshReport(goal, user.id) && !reviewed.isReviewed(goal))
  const reports = useQueries({ queries: fresh.map(({ id }) => lastReportQuery(organizationId, id)) })
  const isRead = new Map(
    fresh.map(({ id }, index) => [
      id,
      reports[index]?.data?.acknowledgements.some(({ userId }) => userId === user.id) ?? false,
    ]),
  )
  const items = queueOf(unique, ({ id }) => isRead.get(id) === false).filter(
    ({ goal }) => !reviewed.isReviewed(goal),
  )
  const [openId, setOpenId] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef(false)
  // After an action the next goal is open, and has the focus.
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    const row = list.current?.querySelector<HTMLElement>('[data-row][aria-expanded="true"]')
    if (row) row.focus()
    else document.querySelector<HTMLElement>('h1')?.focus()
  })

  /** Takes a goal out of the queue, and opens the one that follows. */
  function finish(goal: QueuedGoal): void {
    const at = items.findIndex((item) => item.goal.id === goal.id)
    const next = items[at + 1] ?? items[at - 1]
    reviewed.note(goal)
    moved.current = true
    setOpenId(next?.goal.id)
  }

  function hide(goal: QueuedGoal): void {
    finish(goal)
    offerUndo(texts.wasDone, () => {
      reviewed.forget(goal)
      setOpenId(goal.id)
    })
  }

  async function acknowledge(goal: QueuedGoal): Promise<void> {
    const revision = goal.lastReport?.revision
    if (revision === undefined) return hide(goal)
    finish(goal)
    try {
      await api.acknowledgeGoalUpdate({ params: { goalId: goal.id, revision: String(revision) } })
      await queryClient.invalidateQueries({ queryKey: lastReportQuery(organizationId, goal.id).queryKey })
      // The others see it, so there is nothing to undo.
      toast.success(texts.wasAcknowledged)
    } catch (error) {
      reviewed.forget(goal)
      toast.error(describeFailure(error).sentence)
    }
  }

  const isLoading = query.isPending || changed.isLoading || reports.some(({ isPending }) => isPending)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = query
  return (
    <section aria-labelledby="review" className="max-w-4xl space-y-4">
      <SectionTitle id="review">{texts.title[scope]}</SectionTitle>
      {isLoading && !error && <ListSkeleton rows={5} label={texts.loading} />}
      {error && !query.data && <FailureNotice failure={error} onRetry={() => void query.refetch()} />}
      {!isLoading && items.length > 0 && (
        <>
          <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-ink-soft">
            <span role="status">{texts.left(items.length, hasNextPage)}</span>
            <span className="text-sm text-ink-faint pointer-coarse:hidden">{texts.keys}</span>
          </p>
          <ul
            ref={list}
            aria-label={texts.list}
            className="overflow-clip rounded-xl border border-line bg-surface shadow-raised"
          >
            {items.map((item) => {
              const { id } = item.goal
              return (
                <ReviewRow
                  key={id}
                  item={item}
                  isOpen={openId === id}
                  onToggle={() => setOpenId(openId === id ? undefined : id)}
                  onOpen={() => setOpenId(id)}
                  onDone={() => hide(item.goal)}
                  onAcknowledge={() => void acknowledge(item.goal)}
                />
              )
            })}
          </ul>
        </>
      )}
      {!isLoading && query.data && items.length === 0 && (
        <Empty title={unique.length === 0 ? texts.none[scope] : texts.nothing}>
          {unique.length === 0 ? texts.noneText[scope] : texts.nothingText}
        </Empty>
      )}
      {!isLoading && hasNextPage && (
        <Button busy={isFetchingNextPage} busyText={texts.loadingMore} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </section>
  )
}
