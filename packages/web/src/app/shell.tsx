import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { hasBeenMember, sessionQuery, useMembership, useSession } from '../accounts/session/session.ts'
import { reportSessionEnd, useSignIn } from '../accounts/session/session-end.ts'
import { SessionEndedDialog } from '../accounts/session/session-ended-dialog.tsx'
import { rememberTabOrganization } from '../accounts/session/tab/tab-organization.ts'
import { takeAnnouncement } from '../accounts/session/tab/tab-storage.ts'
import { LiveUpdates } from '../data/live/live-updates.tsx'
import { OfflineCopy } from '../data/offline/offline-copy.tsx'
import { useHasPrograms } from '../goals/work/agents/has-programs.ts'
import { sampleName } from '../help/sample/sample-mark.ts'
import { CommandCenter } from '../help/shortcuts/command-center.tsx'
import { Keys } from '../help/shortcuts/keys.tsx'
import { openOverlay } from '../help/shortcuts/open-overlay.ts'
import { InboxBell } from '../inbox/inbox-bell.tsx'
import { OrganizationSwitcher } from '../organizations/organization-switcher.tsx'
import { useAdoptedTimeZone } from '../settings/notifications/use-adopted-time-zone.ts'
import { cn } from '../ui/cn.ts'
import { useOverlays } from '../ui/dialogs/overlays.ts'
import { Wordmark } from '../ui/mark.tsx'
import { SiteName } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { AccountMenu } from './account-menu.tsx'
import { destinations } from './destinations.ts'
import { texts } from './texts.ts'

// Rarely needed, so loaded on demand.
const ForeignOrganization = lazy(async () => ({
  default: (await import('../organizations/foreign/foreign-organization.tsx')).ForeignOrganization,
}))
const MembershipEndedDialog = lazy(async () => ({
  default: (await import('../organizations/foreign/membership-ended-dialog.tsx')).MembershipEndedDialog,
}))

const SampleNotice = lazy(async () => ({
  default: (await import('../help/sample/sample-notice.tsx')).SampleNotice,
}))

/** What is being loaded may have been refused already, so it is asked for again too. */
async function reloadAll(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey !== sessionQuery.queryKey })
  await queryClient.invalidateQueries()
}

/** Detects the end of the session, and reloads all queries after the next sign-in. */
function useSessionWatch(): void {
  const { data: session } = useQuery(sessionQuery)
  const queryClient = useQueryClient()
  const signIn = useSignIn()
  const loaded = useRef(signIn)
  useEffect(() => {
    if (session === null) reportSessionEnd()
  }, [session])
  useEffect(() => {
    if (loaded.current === signIn) return
    loaded.current = signIn
    void reloadAll(queryClient)
  }, [signIn, queryClient])
}

/** The frame of all pages behind the sign-in, for members of the organization in the address. */
export function Shell() {
  useSessionWatch()
  const { organizations, user } = useSession()
  useAdoptedTimeZone(user.id)
  const membership = useMembership()
  const isMember = membership !== undefined
  useEffect(() => {
    if (!isMember) return
    rememberTabOrganization()
    const announcement = takeAnnouncement()
    if (announcement !== undefined) toast.success(announcement)
  }, [isMember])
  if (!isMember && !hasBeenMember()) {
    return (
      <Suspense>
        <ForeignOrganization />
      </Suspense>
    )
  }
  return (
    <SiteName value={organizations.length > 1 && membership ? `${membership.name} · Cairn` : 'Cairn'}>
      <Frame />
      {isMember && <LiveUpdates />}
      {isMember && <OfflineCopy />}
      {!isMember && (
        <Suspense>
          <MembershipEndedDialog />
        </Suspense>
      )}
    </SiteName>
  )
}

/** Navigation next to the page on a laptop, above and below it on a phone. */
function Frame() {
  return (
    <div className="lg:grid print:block lg:min-h-dvh lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only print:hidden focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2 focus:shadow-floating"
      >
        {texts.skip}
      </a>
      <header className="flex items-center gap-3 border-b print:hidden border-line bg-paper px-4 py-2.5 lg:sticky lg:top-(--banner-height,0px) lg:h-[calc(100dvh-var(--banner-height,0px))] lg:flex-col lg:items-stretch lg:gap-6 lg:border-r lg:border-b-0 lg:px-4 lg:py-6">
        <Link to="/home" aria-label={texts.home} className="shrink-0 rounded-lg lg:px-2">
          <Wordmark className="max-[420px]:[&>span]:sr-only" />
        </Link>
        <div className="min-w-0 flex-1 lg:flex-none">
          <OrganizationSwitcher />
        </div>
        <div className="flex gap-2">
          <button
            type="button"
            onClick={() => openOverlay('palette')}
            className="flex size-10 items-center justify-center gap-2 rounded-lg text-[0.9375rem] text-ink-soft hover:bg-sunken lg:w-auto lg:flex-1 lg:justify-start lg:border lg:border-line lg:bg-surface lg:px-3"
          >
            <Search className="size-5 shrink-0 lg:size-4" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate text-left max-lg:sr-only">{texts.search}</span>
            <span aria-hidden="true" className="hidden lg:block">
              <Keys keys="mod+k" />
            </span>
          </button>
          <Link
            to="/goals/new"
            aria-label={texts.newGoal}
            title={texts.newGoal}
            data-shortcut="c"
            className="hidden size-10 shrink-0 items-center justify-center rounded-lg border border-line bg-surface text-ink-soft hover:bg-sunken hover:text-ink lg:inline-flex"
          >
            <Plus className="size-4.5" aria-hidden="true" />
          </Link>
          <InboxBell />
        </div>
        <Navigation className="hidden flex-1 lg:block" />
        <AccountMenu />
      </header>
      <main
        id="main"
        className="w-full max-w-5xl min-w-0 has-data-wide:max-w-[112rem] px-4 pt-7 pb-28 sm:px-8 lg:pt-12 lg:pb-20"
      >
        <SampleNoticeIfSample />
        <Outlet />
      </main>
      <Navigation className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden" />
      <CommandCenter />
      <SessionEndedDialog />
      <MessagesIfPresent />
    </div>
  )
}

function MessagesIfPresent() {
  const overlays = useOverlays()
  if (overlays === undefined || overlays === 'failed') return null
  return <overlays.Messages label={texts.messages} />
}

function SampleNoticeIfSample() {
  const { user, activeOrganizationId } = useSession()
  if (sampleName(user.id, activeOrganizationId) === undefined) return null
  return (
    <Suspense>
      <SampleNotice />
    </Suspense>
  )
}

function Navigation({ className }: { className: string }) {
  const hasPrograms = useHasPrograms()
  const shown = destinations.filter(({ isForPrograms }) => hasPrograms || !isForPrograms)
  return (
    <nav aria-label={texts.main} className={className}>
      <ul className="flex lg:flex-col lg:gap-1">
        {shown.map(({ to, name, icon: Icon, keys, isForLaptops }) => (
          <li key={to} className={cn('flex-auto', isForLaptops && 'max-lg:hidden')}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false }}
              data-shortcut={keys}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft transition-colors hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-accent lg:min-h-10 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-lg lg:px-3 lg:text-[0.9375rem] lg:hover:bg-sunken lg:aria-[current=page]:bg-accent-soft"
            >
              <Icon className="size-5" aria-hidden="true" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
