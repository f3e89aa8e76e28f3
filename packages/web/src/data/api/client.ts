import { type Client, createClient } from '@cairn/contract/http/client'
import { idempotencyKeyHeader, organizationIdHeader } from '@cairn/contract/http/headers/header-names'
import { currentSignIn, reportSessionEnd } from '../../accounts/session/session-end.ts'
import { tabOrganization } from '../../accounts/session/tab/tab-organization.ts'
import { language } from '../../language/language.ts'
import { activity } from '../live/following/activity.ts'
import { takeEarlyResponse } from './early-responses.ts'
import { queryClient, sessionKey } from './query-client.ts'

/** Without a timeout, a request without a response would keep a form busy forever. */
const requestTimeoutMilliseconds = 20_000

/** How long a sign-in waits for requests without a response: refusals are quick. */
const longestWaitMilliseconds = 1_000

/** Requests without a response yet. */
const pending = new Set<Promise<Response>>()

async function send(url: string, init: RequestInit): Promise<Response> {
  // Whoever changes something looks at the page.
  if (init.method !== 'GET') activity.note()
  const signIn = currentSignIn()
  const request = () => fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMilliseconds) })
  const responding = takeEarlyResponse(url, init)?.catch(request) ?? request()
  pending.add(responding)
  const response = await responding.finally(() => pending.delete(responding))
  if (response.status === 401 && !(await isWrongPassword(response))) {
    // Someone signed in after the request was sent. It had no effect, so it is safe to send again.
    if (signIn !== currentSignIn()) return send(url, init)
    reportSessionEnd()
  }
  if (response.status === 403) void reloadSessionIfNotMember(response.clone(), init)
  return response
}

/** Signing in and some changes of an account need the password. A wrong one says nothing about the session. */
async function isWrongPassword(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: unknown } | undefined
  return body?.error === 'invalid_credentials'
}

/** If the person is no longer a member of the tab's organization, reloads the session, so that the page can say so. */
async function reloadSessionIfNotMember(response: Response, init: RequestInit): Promise<void> {
  const organizationId = new Headers(init.headers).get(organizationIdHeader)
  if (organizationId === null || organizationId !== tabOrganization()) return
  const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined
  if (body?.error === 'membership_not_found') await queryClient.invalidateQueries({ queryKey: sessionKey })
}

function clientIn(organizationOf: () => string | undefined, moreHeaders: Record<string, string> = {}) {
  return createClient({
    headers: (): Record<string, string> => {
      const organizationId = organizationOf()
      return {
        ...moreHeaders,
        // The first emails to a person are in the language of the app.
        'accept-language': language,
        ...(organizationId !== undefined && { [organizationIdHeader]: organizationId }),
      }
    },
    fetch: send,
  })
}

/** Calls the service on the page's origin, for the tab's organization. The browser adds the session cookie. */
export const api = clientIn(tabOrganization)

/**
 * Signs in. First waits a moment for the responses to earlier requests: the refusal of an ended session clears the cookie, which must
 * not be the new one.
 */
export const login: Client['login'] = async (...request) => {
  await Promise.race([
    Promise.allSettled(pending),
    new Promise((resolve) => setTimeout(resolve, longestWaitMilliseconds)),
  ])
  return api.login(...request)
}

/** For requests about the person, which must work without a membership: sends no organization. */
export const personApi = clientIn(() => undefined)

/** For another organization of the person, or for none. `key` is as in `apiWithKey`. */
export const apiIn = (organizationId: string | undefined, key?: string) =>
  clientIn(() => organizationId, key === undefined ? {} : { [idempotencyKeyHeader]: key })

/** For a request that creates something: with the same key and content, it creates one, however often it is sent. */
export const apiWithKey = (key: string) => clientIn(tabOrganization, { [idempotencyKeyHeader]: key })
