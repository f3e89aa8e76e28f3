import { useSyncExternalStore } from 'react'

/** A browser may not notice that the way to the service is cut, nor that it is back. */
const pauseMilliseconds = 5_000

/** Ends a wait, of those that are on. */
const waits = new Set<() => void>()

/** How many parts of the app wait for the connection. */
let waiting = 0
const listeners = new Set<() => void>()

function setWaiting(count: number): void {
  waiting = count
  for (const listener of listeners) listener()
}

/** Whether a part of the app waits for the connection. */
export function useIsWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting > 0,
  )
}

/** Tries everything at once that waits for the connection. */
export function retryNow(): void {
  for (const end of [...waits]) end()
}

/** Until the connection is back, the person asks for another try, or some time has gone by. */
function waitForNextTry(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, pauseMilliseconds)
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

/** Whether there is a way to the service, whatever the browser believes. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

async function waitUntilReachable(): Promise<void> {
  if (await isReachable()) return
  setWaiting(waiting + 1)
  try {
    do await waitForNextTry()
    while (!(await isReachable()))
  } finally {
    setWaiting(waiting - 1)
  }
}

/**
 * Whether a part of the app could not be fetched. Browsers do not fetch it a second time for the same document: it has
 * to be loaded anew, which is also what helps after a deployment.
 */
export function isChunkLoadError(error: unknown): boolean {
  const start =
    /^(?:Failed to fetch dynamically imported|error loading dynamically imported|Importing a) module/
  return error instanceof TypeError && start.test(error.message)
}

/**
 * Loads a part of the app; without a connection it waits for one instead of failing. A failure with a connection is
 * passed on, and the router loads the document anew.
 */
export function whenOnline<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    if (!navigator.onLine) await waitUntilReachable()
    try {
      return await load()
    } catch (error) {
      await waitUntilReachable()
      throw error
    }
  }
}
