import { useRouter } from '@tanstack/react-router'
import { api } from '../../data/api/client.ts'
import { queryClient } from '../../data/api/query-client.ts'
import { ownPath } from './return-to.ts'
import { forgetPerson, sessionQuery } from './session.ts'
import { announceSignOut, expectSessionEnd } from './session-end.ts'

/** Ends the session and goes where the service redirects. `returnTo`: the page to open after the next sign-in. */
export function useSignOut(): (returnTo?: string) => Promise<void> {
  const router = useRouter()
  return async (returnTo) => {
    expectSessionEnd(true)
    const { redirectTo } = await api.logout().catch((error: unknown) => {
      expectSessionEnd(false)
      throw error
    })
    announceSignOut()
    const path = ownPath(redirectTo)
    if (path === undefined) {
      location.assign(redirectTo)
      return
    }
    // Otherwise the sign-in page would still find a session and leave.
    queryClient.setQueryData(sessionQuery.queryKey, null)
    if (returnTo) await router.navigate({ to: '/sign-in', search: { returnTo }, replace: true })
    else await router.navigate({ href: path, replace: true })
    forgetPerson()
    expectSessionEnd(false)
  }
}
