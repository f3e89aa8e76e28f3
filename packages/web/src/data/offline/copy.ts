import type { Query, QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../accounts/session/session.ts'
import { untilReachable } from '../../app/hooks/when-online.ts'
import { beginCopy, changeCopy, type KeptSession, readCopy } from './copy-database.ts'
import { changeOfCopy, type KeptQuery } from './kept-queries.ts'
import { claimCopy, deleteCopy, ownerOfCopy } from './owner.ts'
import { setReadingOffline } from './reading.ts'

/**
 * Lets the service worker keep the files of the app, so that it starts without a connection. The worker does not see what the first
 * page loads before it controls it, so the page names its files.
 */
async function keepAppFiles(): Promise<void> {
  if (!import.meta.env.PROD) return
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  new PerformanceObserver((list) => {
    active?.postMessage({ files: list.getEntries().map(({ name }) => name) })
  }).observe({ type: 'resource', buffered: true })
}

/** Collects what changes together, such as all queries of a page. */
const delayMilliseconds = 300

/** The address of the entry script, which changes with every build. */
const currentBuild = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''

/** Keeps what the person reads, and the app's files, for reading offline, until `signal` is aborted. */
export async function keepCopy(
  queryClient: QueryClient,
  session: KeptSession,
  signal: AbortSignal,
): Promise<void> {
  const copy = claimCopy(session.session.user.id)?.copy
  if (copy === undefined) return
  /** Whether nobody has signed out, in this or another tab. */
  const isOwned = () => ownerOfCopy()?.copy === copy
  const isCurrent = () => !signal.aborted && isOwned()
  const begin = async (kept: KeptSession) => {
    await beginCopy({ copy, build: currentBuild(), ...kept })
    if (!isOwned()) deleteCopy()
  }
  await begin(session)
  if (!isCurrent()) return

  const changed = new Map<string, KeptQuery | 'gone'>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): void {
    timer = undefined
    const entries = [...changed]
    changed.clear()
    const written = entries.flatMap(([, query]) => (query === 'gone' ? [] : query))
    const gone = entries.flatMap(([hash, query]) => (query === 'gone' ? hash : []))
    // If storage is full, the page does not open offline.
    if (isCurrent()) changeCopy(copy ?? '', written, gone).catch(() => undefined)
  }

  function note(query: Query): void {
    const change = changeOfCopy(query)
    if (!change) return
    changed.set(query.queryHash, change)
    timer ??= setTimeout(write, delayMilliseconds)
  }

  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) note(query)
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || !['success', 'error'].includes(event.action.type)) return
    note(event.query)
    if (event.query.queryKey[0] !== sessionQuery.queryKey[0] || event.action.type !== 'success') return
    const current = queryClient.getQueryData(sessionQuery.queryKey)
    if (current && isCurrent())
      begin({ session: current, savedAt: event.query.state.dataUpdatedAt }).catch(() => undefined)
  })
  signal.addEventListener('abort', () => {
    stop()
    clearTimeout(timer)
  })
  await keepAppFiles()
}

/**
 * Puts the copy into the query client, as old data, because the service cannot be reached. All of it is loaded again as soon as it
 * can. Returns the session, or undefined without a copy.
 */
export async function showCopy(queryClient: QueryClient): Promise<KeptSession | undefined> {
  const owner = ownerOfCopy()
  if (!owner) return undefined
  const copy = await readCopy({ copy: owner.copy, build: currentBuild() }, Date.now())
  if (copy?.session.user.id !== owner.userId) return undefined
  for (const { key, data, updatedAt } of copy.queries) queryClient.setQueryData(key, data, { updatedAt })
  setReadingOffline(true)
  void untilReachable().then(() => loadAgain(queryClient))
  return copy
}

/** The banner stays until everything is new. */
async function loadAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries()
  setReadingOffline(false)
  // Pages that the person has opened meanwhile.
  await queryClient.refetchQueries({ type: 'active', stale: true })
}
