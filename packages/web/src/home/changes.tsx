import type { Brief, NamedEvent } from '@cairn/contract'
import type { Names } from '@cairn/contract/display/event-sentence'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EventLine } from '../feed/event-line.tsx'
import { EventIcon } from '../feed/feed-entry.tsx'
import { fill } from '../language/fill.tsx'
import { Ago } from '../presentation/time/moment.tsx'
import { textLinkClass } from '../ui/front-page.tsx'
import { SectionTitle } from '../ui/page.tsx'
import { byGoal } from './by-goal.ts'
import { type LastVisit, newSince } from './last-visit.ts'
import { texts } from './texts.ts'

/** So many at least, if there are as many. */
const shownChanges = 10

type ChangesProps = { brief: Brief; lastVisit: LastVisit | undefined; reader: string }

const isOwn = ({ authorityUserId, actor }: NamedEvent, reader: string) =>
  authorityUserId === reader && actor.kind === 'user'

/** Changes by others, or by programs, since the last visit. */
export function newsOf({ brief, lastVisit, reader }: ChangesProps): NamedEvent[] {
  return newSince(brief.events, lastVisit).filter((event) => !isOwn(event, reader))
}

/** Events, newest first: those since the last visit, and some earlier ones. */
export function Changes({ brief, lastVisit, reader }: ChangesProps) {
  const { events, people } = brief
  const marked = new Set(newsOf({ brief, lastVisit, reader }))
  const news = marked.size > 0 ? newSince(events, lastVisit).toReversed() : []
  const earlier = events
    .slice(0, events.length - news.length)
    .toReversed()
    .slice(0, Math.max(0, shownChanges - news.length))
  const deleted = events.filter(({ type }) => type === 'goal.deleted')
  const goneGoals = new Set(deleted.map(({ goal }) => goal?.id ?? ''))
  const names: Names = {
    userId: reader,
    nameOf: (userId) => people.find(({ id }) => id === userId)?.displayName,
  }
  const change = (event: NamedEvent) => (
    <Change event={event} names={names} goneGoals={goneGoals} isNew={marked.has(event)} />
  )
  const list = (some: NamedEvent[]) => (
    <ol className="divide-y divide-line border-y border-line">
      {byGoal(some).map(([newest, ...older]) => (
        <li key={newest.id} className="py-3">
          {change(newest)}
          {older.length > 0 && (
            <details className="mt-1 pl-9">
              <summary className="w-fit min-h-6 rounded text-sm text-ink-soft">
                {older.some((event) => marked.has(event)) && (
                  <span className="sr-only">{texts.changes.isNew}</span>
                )}
                {texts.changes.older(older.length)}
              </summary>
              <ol className="mt-2 space-y-3">
                {older.map((event) => (
                  <li key={event.id}>{change(event)}</li>
                ))}
              </ol>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <SectionTitle id="changes">{texts.changes.title}</SectionTitle>
      {events.length === 0 && <p className="text-ink-soft">{texts.changes.nothing}</p>}
      {news.length > 0 && (
        <div className="space-y-2">
          <GroupTitle>
            {lastVisit
              ? fill(texts.changes.newsSince, { ago: <Ago time={lastVisit.lookedAt} /> })
              : texts.changes.news}
          </GroupTitle>
          {list(news)}
        </div>
      )}
      {earlier.length > 0 && (
        <div className="space-y-2">
          {news.length > 0 && <GroupTitle>{texts.changes.earlier}</GroupTitle>}
          {list(earlier)}
        </div>
      )}
      {events.length > 0 && (
        <Link to="/feed" className={textLinkClass}>
          {brief.moreEvents || earlier.length + news.length < events.length
            ? texts.changes.everything
            : texts.changes.feed}
        </Link>
      )}
    </>
  )
}

function GroupTitle({ children }: { children: ReactNode }) {
  return <h3 className="text-sm font-medium text-ink-soft">{children}</h3>
}

/** Long titles are cut. The space beside the lines is for the outline of a link with the focus. */
const lineClass = 'wrap-anywhere [&>p]:-mx-1 [&>p]:px-1 [&>p:first-child]:line-clamp-5'

type ChangeProps = { event: NamedEvent; names: Names; goneGoals: ReadonlySet<string>; isNew: boolean }

function Change({ event, names, goneGoals, isNew }: ChangeProps) {
  return (
    <div className="flex items-start gap-3 text-[0.9375rem]">
      <EventIcon event={event} />
      <div className="min-w-0 flex-1">
        {isNew && <span className="sr-only">{texts.changes.isNew}</span>}
        <EventLine event={event} names={names} goneGoals={goneGoals} className={lineClass} />
        <p className="mt-0.5 text-sm text-ink-faint">
          <Ago time={event.createdAt} />
        </p>
      </div>
      {isNew && <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-accent" />}
    </div>
  )
}
