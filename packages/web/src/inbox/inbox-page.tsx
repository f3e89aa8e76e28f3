import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useActiveOrganization } from '../accounts/session/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FilterChips } from '../ui/fields/filter-chips.tsx'
import { textLinkClass } from '../ui/front-page.tsx'
import { useFocusFirstNew } from '../ui/hooks/use-focus-first-new.ts'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states/empty.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../ui/states/skeleton.tsx'
import { type InboxState, inboxQuery, unreadQuery } from './inbox-query.ts'
import { InboxRow } from './inbox-row.tsx'
import { parseInboxSearch } from './inbox-search.ts'
import { texts } from './texts.ts'
import { useMarking } from './use-marking.ts'

const route = getRouteApi('/protected/inbox')

export function InboxPage() {
  const { id: organizationId } = useActiveOrganization()
  const { show } = parseInboxSearch(route.useSearch())
  const navigate = route.useNavigate()
  const state: InboxState = show ?? 'unread'
  const query = useInfiniteQuery(inboxQuery(organizationId, state))
  const { data: unread = 0 } = useQuery(unreadQuery(organizationId))
  const marking = useMarking()
  const list = useRef<HTMLUListElement>(null)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const expectNew = useFocusFirstNew(list, 'li', items.length)
  const focusNext = useFocusNext(list, items.length)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = query
  // A page may be empty and have a next one.
  const isSearching = items.length === 0 && hasNextPage
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, fetchNextPage])
  const isLoading = query.isPending || isSearching
  return (
    <Page
      title={texts.title}
      intro={
        <>
          {texts.intro}{' '}
          <Link to="/settings/notifications" className={textLinkClass}>
            {texts.settings}
          </Link>
        </>
      }
      actions={
        unread > 0 &&
        items.length > 0 && (
          <Button
            busy={marking.isMarkingAll}
            busyText={texts.markingAll}
            onClick={() => void marking.markAll(items, unread)}
          >
            {texts.markAll}
          </Button>
        )
      }
    >
      <div className="max-w-3xl space-y-5">
        <FilterChips<InboxState>
          legend={texts.legend}
          value={state}
          options={[
            { value: 'unread', name: texts.unread, count: unread },
            { value: 'all', name: texts.all },
          ]}
          onChange={(chosen) => {
            void navigate({ search: chosen === 'all' ? { show: chosen } : {}, replace: true })
          }}
        />
        {isLoading && error === null && <ListSkeleton rows={4} label={texts.loading} />}
        {error !== null && <FailureNotice failure={error} onRetry={() => void query.refetch()} />}
        {items.length > 0 && (
          <ul ref={list} aria-label={texts.items} className="overflow-x-clip">
            {items.map((item) => (
              <InboxRow
                key={item.id}
                item={item}
                onToggle={() => {
                  if (state === 'unread') focusNext()
                  marking.toggle(item)
                }}
                onAcknowledge={() => {
                  if (state === 'unread') focusNext()
                  void marking.acknowledge(item)
                }}
              />
            ))}
          </ul>
        )}
        {query.isSuccess && !isLoading && items.length === 0 && <Nothing state={state} />}
        {items.length > 0 && hasNextPage && (
          <div className="flex justify-center pt-2">
            <Button
              busy={isFetchingNextPage}
              busyText={texts.loadingMore}
              onClick={() => {
                expectNew()
                void fetchNextPage()
              }}
            >
              {texts.more}
            </Button>
          </div>
        )}
      </div>
    </Page>
  )
}

function Nothing({ state }: { state: InboxState }) {
  if (state === 'all') return <Empty title={texts.empty}>{texts.emptyText}</Empty>
  return (
    <Empty
      title={texts.caughtUp}
      actions={
        <Link to="/inbox" search={{ show: 'all' }} className={buttonClass()}>
          {texts.showAll}
        </Link>
      }
    >
      {texts.caughtUpText}
    </Empty>
  )
}

/** Keeps the keyboard where it was in a list that loses rows: at the row that takes the place of the one that had the focus. */
function useFocusNext(list: React.RefObject<HTMLElement | null>, count: number): () => void {
  const wanted = useRef<{ at: number; count: number } | undefined>(undefined)
  useEffect(() => {
    // The row is gone with a later render.
    if (!wanted.current || wanted.current.count === count) return
    const { at } = wanted.current
    wanted.current = undefined
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const row = rows[Math.min(at, rows.length - 1)]
    if (row) row.focus()
    else document.querySelector<HTMLElement>('h1')?.focus()
  })
  return () => {
    const rows = [...(list.current?.querySelectorAll('li') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    wanted.current = at === -1 ? undefined : { at, count }
  }
}
