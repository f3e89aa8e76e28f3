import { useRouter } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { ownPath } from './return-to.ts'
import { forgetPerson, sessionQuery } from './session.ts'
import { expectSessionEnd, tellSignOut } from './session-end.ts'

/** Ends the session on the service and goes where it says. `returnTo`: where to come back to after signing in anew. */
export function useSignOut(): (returnTo?: string) => Promise<void> {
  const router = useRouter()
  return async (returnTo) => {
    expectSessionEnd(true)
    const { redirectTo } = await api.logout().catch((error: unknown) => {
      expectSessionEnd(false)
      throw error
    })
    tellSignOut()
    const path = ownPath(redirectTo)
    if (path === undefined) {
      location.assign(redirectTo)
      return
    }
    // The cookie is dead: say so at once, or the page would still pass for a signed-in one.
    queryClient.setQueryData(sessionQuery.queryKey, null)
    if (returnTo) await router.navigate({ to: '/sign-in', search: { returnTo }, replace: true })
    else await router.navigate({ href: path, replace: true })
    forgetPerson()
    expectSessionEnd(false)
  }
}
