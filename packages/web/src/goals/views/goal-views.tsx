import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { usePeople } from '../data/people.ts'
import type { GoalsSearch } from '../list/goals-search.ts'
import { goalViewsQuery } from './goal-views-query.ts'
import { texts } from './texts.ts'
import type { OpenDialog } from './view-actions.tsx'
import { currentView, queryOf, searchOf, sortViews } from './view-search.ts'

const route = getRouteApi('/protected/goals')

// Only needed with a view, and forms need zod, so they are loaded on demand.
const ViewActions = lazy(async () => ({ default: (await import('./view-actions.tsx')).ViewActions }))
const loadDialogs = () => import('./view-dialogs.tsx')
const SaveViewDialog = lazy(async () => ({ default: (await loadDialogs()).SaveViewDialog }))
const RenameViewDialog = lazy(async () => ({ default: (await loadDialogs()).RenameViewDialog }))
const DeleteViewDialog = lazy(async () => ({ default: (await loadDialogs()).DeleteViewDialog }))

/** The saved views of the list, in one row. What the list shows can be saved as one, or update the one that is open. */
export function GoalViews({ search }: { search: GoalsSearch }) {
  const organization = useActiveOrganization()
  const navigate = route.useNavigate()
  const { data: views = [], isPending, isError, refetch } = useQuery(goalViewsQuery(organization.id))
  const [dialog, setDialog] = useState<OpenDialog>()
  const query = queryOf(search)
  const current = currentView(views, search)
  // Until the views are known, the list may be just like one of them.
  const isUnsaved = !isPending && !current && query !== ''
  const close = () => setDialog(undefined)
  const open = (shown: GoalsSearch) => void navigate({ search: shown, replace: true })

  return (
    <div className="flex min-h-9 items-center gap-2 sm:min-h-8 print:hidden">
      <nav
        aria-label={texts.name}
        className="-my-1 -ml-1 flex min-w-0 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none] sm:max-h-24 sm:flex-wrap sm:overflow-x-hidden sm:overflow-y-auto sm:[scrollbar-width:thin]"
      >
        <ViewLink search={{}} isCurrent={!current && query === ''}>
          {texts.all}
        </ViewLink>
        {sortViews(views).map((view) => (
          <SavedView
            key={view.id}
            view={view}
            isCurrent={view.id === current?.view.id}
            isChanged={view.id === current?.view.id && current.isChanged}
          />
        ))}
      </nav>
      {isError && views.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-ink-faint">
          {texts.failed}
          <Button size="small" variant="quiet" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:ml-0">
        {isUnsaved && (
          <Button size="small" className="min-h-10 sm:min-h-8" onClick={() => setDialog('save')}>
            {texts.save}
          </Button>
        )}
        {current && (
          <Suspense fallback={<span className="size-10 sm:size-8" />}>
            <ViewActions
              key={current.view.id}
              view={current.view}
              changedQuery={current.isChanged ? query : undefined}
              onReset={() => open(searchOf(current.view))}
              onOpen={setDialog}
            />
          </Suspense>
        )}
      </div>
      <Suspense>
        {dialog === 'save' && (
          <SaveViewDialog query={query} onClose={close} onSaved={(view) => open(searchOf(view))} />
        )}
        {dialog === 'rename' && current && <RenameViewDialog view={current.view} onClose={close} />}
        {dialog === 'delete' && current && (
          <DeleteViewDialog view={current.view} onClose={close} onDeleted={() => open({})} />
        )}
      </Suspense>
    </div>
  )
}

type SavedViewProps = { view: GoalView; isCurrent: boolean; isChanged: boolean }

function SavedView({ view, isCurrent, isChanged }: SavedViewProps) {
  const { nameOf } = usePeople()
  const { name, isShared, ownerUserId } = view
  return (
    <ViewLink
      search={searchOf(view)}
      isCurrent={isCurrent}
      title={isShared && ownerUserId !== null ? texts.sharedBy(nameOf(ownerUserId)) : undefined}
    >
      <bdi className="max-w-56 truncate">{name}</bdi>
      {isShared && (
        <>
          <UsersRound className="size-3.5 shrink-0 opacity-70" aria-hidden="true" />
          <span className="sr-only">{` ${texts.marks.shared}`}</span>
        </>
      )}
      {isChanged && (
        <>
          <span className="size-1.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
          <span className="sr-only">{` ${texts.marks.changed}`}</span>
        </>
      )}
    </ViewLink>
  )
}

type ViewLinkProps = {
  search: GoalsSearch
  isCurrent: boolean
  title?: string | undefined
  children: React.ReactNode
}

function ViewLink({ search, isCurrent, title, children }: ViewLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // In a long row, the one that is open is in sight. Only the row scrolls, not the page.
  useEffect(() => {
    const row = link.current?.parentElement
    if (!isCurrent || !link.current || !row) return
    const { offsetLeft, offsetTop } = link.current
    row.scrollTo({ left: offsetLeft - row.offsetLeft - 32, top: offsetTop - row.offsetTop - 8 })
  }, [isCurrent])
  return (
    <Link
      ref={link}
      to="/goals"
      search={search}
      title={title}
      aria-current={isCurrent ? 'page' : undefined}
      activeOptions={{ exact: true }}
      activeProps={{}}
      className={cn(
        'relative inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-lg px-3 text-sm whitespace-nowrap sm:min-h-8 sm:px-2.5',
        isCurrent ? 'bg-accent-soft font-medium text-accent' : 'text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}
