import type { OutputOf } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, personApi } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'
import { queryClient, sessionKey } from '../api/query-client.ts'
import { reportSession } from './session-end.ts'
import { releaseTabOrganization, tabOrganization } from './tab-organization.ts'
import { claimTab, forgetTab } from './tab-storage.ts'

export { draftKey } from './tab-storage.ts'

export type Session = OutputOf<'getAuthSession'>
type Organization = Session['organizations'][number]

/** Of the person who uses this page; stays when the session ends. */
let lastSession: Session | undefined
let lastOrganization: Organization | undefined

async function readSession(): Promise<Session | null> {
  try {
    const session = await personApi.getAuthSession()
    // Somebody else has signed in, here or in another tab: nothing of the person before may be seen or sent. Loading
    // anew forgets all; until then nothing goes on.
    if (lastSession && lastSession.user.id !== session.user.id) {
      forgetTab()
      location.assign('/home')
      await new Promise(() => undefined)
    }
    claimTab(session.user.id)
    reportSession()
    lastSession = session
    return session
  } catch (error) {
    if (isApiError(error, 'unauthorized')) return null
    throw error
  }
}

/** The session, or null for somebody who is not signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: readSession,
  staleTime: 60_000,
  // Another tab may have signed out.
  refetchOnWindowFocus: 'always',
})

/** The session as it is now: an answer that was under way before somebody signed in does not count. */
export async function readSessionAnew(): Promise<Session | null> {
  await queryClient.cancelQueries({ queryKey: sessionKey })
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

export const authConfigurationQuery = queryOptions({
  queryKey: ['auth-configuration'],
  queryFn: () => api.getAuthConfiguration(),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The session inside the protected part, with the organization of this tab for the active one. When it dies, the last
 * one stays: the page keeps its place until the person has signed in again.
 */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  const session = data ?? lastSession
  if (!session) throw new Error('useSession is for pages behind the sign-in.')
  return { ...session, activeOrganizationId: tabOrganization() ?? session.activeOrganizationId }
}

/** The organization of this tab, if the person is a member of it now. */
export function useMembership(): Organization | undefined {
  const { organizations, activeOrganizationId } = useSession()
  return organizations.find(({ id }) => id === activeOrganizationId)
}

/**
 * The organization of this tab, which every page behind the sign-in is about. When the membership ends, the last one
 * stays: so does the page, with everything typed.
 */
export function useActiveOrganization() {
  const organization = useMembership() ?? lastOrganization
  if (!organization) throw new Error('useActiveOrganization is for members of the organization.')
  lastOrganization = organization
  return { ...organization, canAdminister: organization.role !== 'member' }
}

/** Whether the pages of this tab have been shown to a member. */
export function hasBeenMember(): boolean {
  return lastOrganization !== undefined
}

/** After the service has answered with other memberships. */
export function adoptOrganizations(context: OutputOf<'getOrganizationContext'>): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session ? { ...session, organizations: context.organizations } : session,
  )
}

/** Leaves nothing of the person behind: neither what was read nor what was typed. */
export function forgetPerson(): void {
  lastSession = undefined
  lastOrganization = undefined
  releaseTabOrganization()
  queryClient.clear()
  forgetTab()
}
