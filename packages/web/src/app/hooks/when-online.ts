import { useSyncExternalStore } from 'react'

/** Browsers do not reliably notice when the connection is lost or back, so check at this interval. */
const retryMilliseconds = 5_000

/** Functions that end the current waits. */
const waits = new Set<() => void>()

/** The number of modules that wait for the connection. */
let waiting = 0
const listeners = new Set<() => void>()

function setWaiting(count: number): void {
  waiting = count
  for (const listener of listeners) listener()
}

/** Whether a module waits for the connection. */
export function useIsWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting > 0,
  )
}

/** Resolves when a module waits for the connection. */
export function untilWaiting(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (waiting === 0) return
      listeners.delete(check)
      resolve()
    }
    listeners.add(check)
    check()
  })
}

/** Retries everything that waits for the connection. */
export function retryNow(): void {
  for (const end of [...waits]) end()
}

/** Waits for the `online` event, a manual retry, or the interval. */
function waitForNextTry(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, retryMilliseconds)
    function end(): void {
      clearTimeout(timer)
      removeEventListener('online', end)
      waits.delete(end)
      resolve()
    }
    addEventListener('online', end)
    waits.add(end)
  })
}

/** Whether the service responds, whatever `navigator.onLine` says. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

/** Waits until the service responds again. */
export async function untilReachable(): Promise<void> {
  do await waitForNextTry()
  while (!(await isReachable()))
}

async function waitUntilReachable(): Promise<void> {
  if (await isReachable()) return
  setWaiting(waiting + 1)
  try {
    await untilReachable()
  } finally {
    setWaiting(waiting - 1)
  }
}

/**
 * Whether a module could not be fetched. Browsers do not retry that in the same document, so reload the page. That also
 * helps after a deployment.
 */
export function isChunkLoadError(error: unknown): boolean {
  const start =
    /^(?:Failed to fetch dynamically imported|error loading dynamically imported|Importing a) module/
  return error instanceof TypeError && start.test(error.message)
}

/**
 * Loads a module, and waits for the connection if there is none.
 * @throws if loading fails with a connection; the router then reloads the page.
 */
export function whenOnline<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    // A service worker may have the module.
    if (!navigator.onLine && !navigator.serviceWorker?.controller) await waitUntilReachable()
    try {
      return await load()
    } catch (error) {
      await waitUntilReachable()
      throw error
    }
  }
}
