import { createClient } from '@cairn/contract/client'
import { organizationIdHeader } from '@cairn/contract/organization-header'
import { operations } from '@cairn/contract/registry'
import { currentSignIn, reportSessionEnd } from '../session/session-end.ts'
import { tabOrganization } from '../session/tab-organization.ts'
import { queryClient, sessionKey } from './query-client.ts'

/** A request that nobody answers must end, or a form would be busy for ever. */
const requestTimeoutMilliseconds = 20_000

/** Here a 401 is an answer like any other; everywhere else it means that the session has died. */
const askedWithoutSession: string[] = [operations.getAuthSession.path, operations.login.path]

async function send(url: string, init: RequestInit): Promise<Response> {
  const signIn = currentSignIn()
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMilliseconds) })
  if (response.status === 401 && !askedWithoutSession.includes(url)) {
    // Refused for want of a session that is there again: nothing was done, and now it can be.
    if (signIn !== currentSignIn()) return send(url, init)
    reportSessionEnd()
  }
  if (response.status === 403) void noteMembershipEnd(response.clone(), init)
  return response
}

/** Whoever is no longer a member of the tab's organization: the session says so, and the page after it. */
async function noteMembershipEnd(response: Response, init: RequestInit): Promise<void> {
  const organizationId = new Headers(init.headers).get(organizationIdHeader)
  if (organizationId === null || organizationId !== tabOrganization()) return
  const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined
  if (body?.error === 'membership_not_found') await queryClient.invalidateQueries({ queryKey: sessionKey })
}

function clientIn(organizationOf: () => string | undefined) {
  return createClient({
    headers: (): Record<string, string> => {
      const organizationId = organizationOf()
      return organizationId === undefined ? {} : { [organizationIdHeader]: organizationId }
    },
    fetch: send,
  })
}

/**
 * Every operation of the service, on the origin of the page and in the organization of the tab; the session cookie goes
 * along by itself.
 */
export const api = clientIn(tabOrganization)

/** For what is a person's own and in no organization: asked in one, it would end with the membership. */
export const personApi = clientIn(() => undefined)

/** For a look into another organization of the person. */
export const apiIn = (organizationId: string) => clientIn(() => organizationId)
