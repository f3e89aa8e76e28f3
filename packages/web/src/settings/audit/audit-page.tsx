import type { AuditEntry } from '@cairn/contract/schemas/audit'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { byDay, dayName } from '../../feed/by-day.ts'
import { formatDateTime, formatTime } from '../../presentation/time/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useFocusFirstNew } from '../../ui/hooks/use-focus-first-new.ts'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { LogEnd } from '../layout/log-end.tsx'
import { AuditFilterFields } from './audit-filter-fields.tsx'
import { type AuditFilters, auditFilters, parseAuditSearch } from './audit-search.ts'
import { auditDetails, auditSentence, credentialName } from './audit-sentence.ts'
import { texts } from './texts.ts'

const entriesPerPage = 50

function auditQuery(organizationId: string, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'audit', filters],
    queryFn: ({ pageParam }) =>
      api.listAuditEntries({ query: { ...filters, limit: entriesPerPage, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

const route = getRouteApi('/protected/settings/audit')

export function AuditPage() {
  const { name, canAdminister } = useActiveOrganization()
  if (canAdminister) return <AuditLog />
  return (
    <Page title={texts.title} intro={texts.introOfMembers(name)}>
      <p className="max-w-prose text-ink-soft">{texts.onlyAdmins}</p>
    </Page>
  )
}

function AuditLog() {
  const organization = useActiveOrganization()
  const search = parseAuditSearch(route.useSearch())
  const filters = auditFilters(search)
  const isFiltered = Object.values(filters).some(Boolean)
  const log = useInfiniteQuery(auditQuery(organization.id, filters))
  const { data, error, hasNextPage } = log
  const entries = data?.pages.flatMap((page) => page.entries) ?? []

  const days = useRef<HTMLDivElement>(null)
  const expectNew = useFocusFirstNew(days, 'li', entries.length)

  return (
    <Page title={texts.title} intro={texts.intro(organization.name)}>
      <div className="space-y-6">
        <AuditFilterFields search={search} />
        {!data && !error && <ListSkeleton rows={3} label={texts.loading} />}
        {data && entries.length === 0 && !hasNextPage && <Nothing isFiltered={isFiltered} />}
        <div ref={days} className="space-y-8">
          {byDay(entries).map((day) => (
            <section key={day.date} aria-labelledby={`day-${day.date}`}>
              <h2
                id={`day-${day.date}`}
                className="border-b border-line pb-2 font-serif text-lg font-semibold"
              >
                {dayName(day)}
              </h2>
              <ol className="divide-y divide-line">
                {day.events.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            </section>
          ))}
        </div>
        <LogEnd log={log} expectNew={expectNew} />
      </div>
    </Page>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty
      title={texts.noMatch}
      actions={
        <Link to="/settings/audit" search={{}} className={buttonClass({})}>
          {texts.filters.clear}
        </Link>
      }
    >
      {texts.noMatchText}
    </Empty>
  ) : (
    <Empty title={texts.none}>{texts.noneText}</Empty>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { user } = useSession()
  const { actor, createdAt, credential } = entry
  const details = auditDetails(entry)
  return (
    <li
      tabIndex={-1}
      className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-2 text-[0.9375rem] lg:grid-cols-[5rem_minmax(0,1fr)_fit-content(14rem)]"
    >
      <time
        dateTime={createdAt}
        title={formatDateTime(createdAt)}
        className="order-2 text-sm text-ink-faint tabular-nums lg:order-none"
      >
        {formatTime(createdAt)}
      </time>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <Link
            to="/settings/audit"
            search={(before) => ({ ...before, userId: actor.userId })}
            title={texts.onlyPerson}
            className="rounded font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink"
          >
            <bdi>{actor.userId === user.id ? texts.you : (actor.displayName ?? texts.aDeletedAccount)}</bdi>
          </Link>{' '}
          {[...auditSentence(entry, user.id).entries()].map(([index, { kind, text }]) =>
            kind === 'name' ? (
              <bdi key={index} className="font-medium">
                {text}
              </bdi>
            ) : (
              text
            ),
          )}
        </p>
        {details && <p className="text-sm text-ink-soft">{details}</p>}
      </div>
      <p className="order-3 col-span-2 min-w-0 text-sm [overflow-wrap:anywhere] text-ink-faint lg:col-span-1 lg:text-right">
        {credentialName(credential)}
      </p>
    </li>
  )
}
