import { createClient } from '@cairn/contract/client'

/** A request that nobody answers must end, or a form would be busy for ever. */
const requestTimeoutMilliseconds = 20_000

/** Every operation of the service, on the origin of the page; the session cookie goes along by itself. */
export const api = createClient({
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMilliseconds) }),
})
