import type { OutputOf } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'
import { queryClient } from '../api/query-client.ts'

export type Session = OutputOf<'getAuthSession'>

let lastSession: Session | undefined

async function readSession(): Promise<Session | null> {
  try {
    const session = await api.getAuthSession()
    // Somebody else has signed in, here or in another tab: nothing of the person before may be seen or sent. Loading
    // anew forgets all; until then nothing goes on.
    if (lastSession && lastSession.user.id !== session.user.id) {
      forgetDrafts()
      location.assign('/home')
      await new Promise(() => undefined)
    }
    return session
  } catch (error) {
    if (isApiError(error, 'unauthorized')) return null
    throw error
  }
}

/** The session, or null for somebody who is not signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 60_000,
  // Another tab may have signed out, or switched the organization that every page here is about.
  refetchOnWindowFocus: 'always',
})

export const authConfigurationQuery = queryOptions({
  queryKey: ['auth-configuration'],
  queryFn: () => api.getAuthConfiguration(),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The session inside the protected part. When it dies, the last one stays: the page keeps its place until the person
 * has signed in again.
 */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (data) lastSession = data
  if (!lastSession) throw new Error('useSession is for pages behind the sign-in.')
  return lastSession
}

export function useActiveOrganization() {
  const { activeOrganizationId, organizations } = useSession()
  const organization = organizations.find(({ id }) => id === activeOrganizationId)
  if (!organization) throw new Error('The active organization is not among the memberships.')
  const canAdminister = organization.role !== 'member'
  return { ...organization, canAdminister }
}

/** After the service has answered with other memberships or another active organization. */
export function adoptOrganizations(context: OutputOf<'getOrganizationContext'>): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session
      ? {
          ...session,
          activeOrganizationId: context.activeOrganizationId,
          organizations: context.organizations,
        }
      : session,
  )
}

const keptDraftsPrefix = 'cairn.draft.'

/** Leaves nothing of the person behind: neither what was read nor what was typed. */
export function forgetPerson(): void {
  lastSession = undefined
  queryClient.clear()
  forgetDrafts()
}

function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(keptDraftsPrefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // Storage may be forbidden: then nothing is in it.
  }
}

/** Where a draft of this person and organization is kept. */
export function draftKey({ user, activeOrganizationId }: Session, name: string): string {
  return `${keptDraftsPrefix}${user.id}.${activeOrganizationId}.${name}`
}
