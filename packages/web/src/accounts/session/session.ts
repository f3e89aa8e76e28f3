import type { OutputOf } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, personApi } from '../../data/api/client.ts'
import { forgetEarlyResponses } from '../../data/api/early-responses.ts'
import { queryClient, sessionKey } from '../../data/api/query-client.ts'
import { forgetCopy, keepOnlyCopyOf } from '../../data/offline/owner.ts'
import { reportSession } from './session-end.ts'
import type { Session, SessionOrganization } from './session-type.ts'
import { clearTabOrganization, tabOrganization } from './tab/tab-organization.ts'
import { claimTab, clearTab } from './tab/tab-storage.ts'

export { draftKey } from './tab/tab-storage.ts'

/** The last session and organization on this page. Both stay when the session ends. */
let lastSession: Session | undefined
let lastOrganization: SessionOrganization | undefined

async function readSession(): Promise<Session | null> {
  const { session } = await personApi.getAuthState()
  if (!session) {
    forgetCopy()
    return null
  }
  keepOnlyCopyOf(session.user.id)
  // Someone else has signed in, here or in another tab, and must not see or send anything of the previous person.
  // Reload the page, and never resolve, so that nothing continues until then.
  if (lastSession && lastSession.user.id !== session.user.id) {
    clearTab()
    location.assign('/home')
    await new Promise(() => undefined)
  }
  claimTab(session.user.id)
  reportSession()
  lastSession = session
  return session
}

/** The session, or null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: readSession,
  staleTime: 60_000,
  // Another tab may have signed out.
  refetchOnWindowFocus: 'always',
})

/** Loads the session again. Ignores pending requests, which may have been sent before the sign-in. */
export async function refetchSession(): Promise<Session | null> {
  await queryClient.cancelQueries({ queryKey: sessionKey })
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Begins with a session that the service returned earlier, because it cannot be reached now. */
export function adoptSession(session: Session, updatedAt: number): Session {
  lastSession = session
  queryClient.setQueryData(sessionQuery.queryKey, session, { updatedAt })
  return session
}

export const authConfigurationQuery = queryOptions({
  queryKey: ['auth-configuration'],
  queryFn: () => api.getAuthConfiguration(),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The session on pages behind the sign-in, with the tab's organization as the active one. After the session has ended,
 * returns the last one: the page stays as it is until the person signs in again.
 */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  const session = data ?? lastSession
  if (!session) throw new Error('useSession is for pages behind the sign-in.')
  return { ...session, activeOrganizationId: tabOrganization() ?? session.activeOrganizationId }
}

/** The tab's organization, or undefined if the person is not a member. */
export function useMembership(): SessionOrganization | undefined {
  const { organizations, activeOrganizationId } = useSession()
  return organizations.find(({ id }) => id === activeOrganizationId)
}

/**
 * The tab's organization, which every page behind the sign-in is about. After the membership has ended, returns the last
 * one: the page stays, with everything typed.
 */
export function useActiveOrganization() {
  const organization = useMembership() ?? lastOrganization
  if (!organization) throw new Error('useActiveOrganization is for members of the organization.')
  lastOrganization = organization
  return { ...organization, canAdminister: organization.role !== 'member' }
}

/** Whether the person was a member of the tab's organization when this page was loaded. */
export function hasBeenMember(): boolean {
  return lastOrganization !== undefined
}

/** Updates the session with memberships from a response. */
export function updateOrganizations(context: OutputOf<'getOrganizationContext'>): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session ? { ...session, organizations: context.organizations } : session,
  )
}

/** Removes everything of the person from this tab: what was loaded and what was typed. */
export function forgetPerson(): void {
  lastSession = undefined
  lastOrganization = undefined
  forgetEarlyResponses()
  clearTabOrganization()
  forgetCopy()
  queryClient.clear()
  clearTab()
}
