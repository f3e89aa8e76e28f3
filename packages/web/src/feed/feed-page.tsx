import type { Event } from '@cairn/contract/schemas/feed/events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useActiveOrganization } from '../accounts/session/session.ts'
import { formatDate } from '../presentation/time/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FilterChips } from '../ui/fields/filter-chips.tsx'
import { useFocusFirstNew } from '../ui/hooks/use-focus-first-new.ts'
import { useSteadyScroll } from '../ui/hooks/use-steady-scroll.ts'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states/empty.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../ui/states/skeleton.tsx'
import { byDay, dayName } from './by-day.ts'
import { FeedEntry } from './feed-entry.tsx'
import { feedQuery } from './feed-query.ts'
import { type EventFamily, eventFamilies, familyOf, parseFeedSearch } from './feed-search.ts'
import { NewEvents, useNewEvents } from './new-events.tsx'
import { texts } from './texts.ts'
import { useNames } from './use-names.ts'

const route = getRouteApi('/protected/feed')

/** Show at least so many events more, even if a filter leaves out most. */
const eventsPerStep = 25
/** But do not search the whole feed at once. */
const pagesPerStep = 5

const familyNames: Record<EventFamily, string> = {
  reports: texts.families.reports,
  comments: texts.families.comments,
  goals: texts.families.goals,
  work: texts.families.work,
  labels: texts.families.labels,
  people: texts.families.people,
}

export function FeedPage() {
  const organization = useActiveOrganization()
  const { show } = parseFeedSearch(route.useSearch())
  const navigate = route.useNavigate()
  const names = useNames()
  const feed = useFeed(organization.id, show)
  const fresh = useNewEvents()
  const { events, list } = feed
  useSteadyScroll(list, 'li', events.length === 0 ? undefined : feed.data)

  // Only administrators see what happens to members and invitations.
  const families = eventFamilies.filter((family) => family !== 'people' || organization.canAdminister)
  const deleted = events.filter(({ type }) => type === 'goal.deleted')
  const goneGoals = new Set(deleted.map(({ goal }) => goal?.id ?? ''))
  const oldest = feed.data?.pages.at(-1)?.events.at(-1)
  return (
    <Page title={texts.title} intro={texts.intro(organization.name)}>
      <div className="space-y-6">
        <FilterChips
          legend={texts.legend}
          value={show ?? 'all'}
          options={[
            { value: 'all', name: texts.everything },
            ...families.map((family) => ({ value: family, name: familyNames[family] })),
          ]}
          onChange={(chosen) => {
            void navigate({ search: chosen === 'all' ? {} : { show: chosen }, replace: true })
          }}
        />
        <NewEvents fresh={fresh} />
        {feed.isLoading && <ListSkeleton rows={3} label={texts.loading} />}
        {feed.error !== null && events.length === 0 && (
          <FailureNotice failure={feed.error} onRetry={feed.retry} />
        )}
        <div ref={list} className="max-w-3xl space-y-8">
          {byDay(events).map((day) => (
            <section key={day.date} aria-labelledby={`day-${day.date}`}>
              <h2
                id={`day-${day.date}`}
                className="mb-2 border-b border-line pb-2 font-serif text-lg font-semibold"
              >
                {dayName(day)}
              </h2>
              <ol>
                {day.events.map((event) => (
                  <FeedEntry
                    key={event.id}
                    event={event}
                    names={names}
                    goneGoals={goneGoals}
                    isNew={fresh.ids.has(event.id)}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
        {feed.isDone && events.length === 0 && <NothingHappened show={show} />}
        {feed.error !== null && events.length > 0 && (
          <FailureNotice failure={feed.error} onRetry={feed.retry} />
        )}
        {!feed.isDone && !feed.isLoading && feed.error === null && (
          <div className="flex flex-col items-center gap-3 pt-2">
            {show !== undefined && oldest && (
              <p className="text-sm text-ink-faint">{texts.searchedTo(formatDate(oldest.createdAt))}</p>
            )}
            <Button busy={feed.isLoadingMore} busyText={texts.loadingMore} onClick={feed.loadMore}>
              {texts.more}
            </Button>
          </div>
        )}
        {feed.isDone && events.length > eventsPerStep && (
          <p className="text-center text-sm text-ink-faint">{texts.end}</p>
        )}
      </div>
    </Page>
  )
}

/** The events of a family. Loads pages until there are enough of them, or a few pages have been searched. */
function useFeed(organizationId: string, show: EventFamily | undefined) {
  const query = useInfiniteQuery(feedQuery(organizationId))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, error } = query
  const pages = data?.pages.length ?? 0
  const all: Event[] = data?.pages.flatMap((page) => page.events) ?? []
  const events = show === undefined ? all : all.filter(({ type }) => familyOf(type) === show)

  const [step, setStep] = useState({ show, wanted: eventsPerStep, until: pagesPerStep })
  if (step.show !== show) setStep({ show, wanted: eventsPerStep, until: pages + pagesPerStep })
  const isSearching = hasNextPage && error === null && events.length < step.wanted && pages < step.until
  useEffect(() => {
    if (isSearching && pages > 0 && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, pages, isFetchingNextPage, fetchNextPage])

  const list = useRef<HTMLDivElement>(null)
  const expectNew = useFocusFirstNew(list, 'li', events.length)

  function loadMore(): void {
    expectNew()
    setStep({ show, wanted: events.length + eventsPerStep, until: pages + pagesPerStep })
  }

  return {
    data,
    events,
    list,
    error,
    isLoading: events.length === 0 && (query.isPending || isSearching) && error === null,
    isLoadingMore: isSearching,
    isDone: query.isSuccess && !hasNextPage,
    loadMore,
    retry: () => void (pages === 0 ? query.refetch() : fetchNextPage()),
  }
}

function NothingHappened({ show }: { show: EventFamily | undefined }) {
  if (show !== undefined) {
    return <Empty title={texts.noneAbout(familyNames[show])}>{texts.noneAboutText}</Empty>
  }
  return (
    <Empty
      title={texts.none}
      actions={
        <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
          {texts.publish}
        </Link>
      }
    >
      {texts.noneText}
    </Empty>
  )
}
