import { createClient } from '@cairn/contract/client'
import { operations } from '@cairn/contract/registry'
import { reportSessionEnd } from '../session/session-end.ts'

/** A request that nobody answers must end, or a form would be busy for ever. */
const requestTimeoutMilliseconds = 20_000

/** Here a 401 is an answer like any other; everywhere else it means that the session has died. */
const askedWithoutSession: string[] = [operations.getAuthSession.path, operations.login.path]

/** Every operation of the service, on the origin of the page; the session cookie goes along by itself. */
export const api = createClient({
  fetch: async (url, init) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMilliseconds) })
    if (response.status === 401 && !askedWithoutSession.includes(url)) reportSessionEnd()
    return response
  },
})
