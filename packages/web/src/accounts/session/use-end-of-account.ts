import { useRouter } from '@tanstack/react-router'
import { queryClient } from '../../data/api/query-client.ts'
import { forgetPerson, sessionQuery } from './session.ts'
import { announceSignOut, expectSessionEnd } from './session-end.ts'

/** Deletes the account with `send`, forgets the person in all tabs, and says that it is done. */
export function useEndOfAccount(): (send: () => Promise<unknown>) => Promise<void> {
  const router = useRouter()
  return async (send) => {
    expectSessionEnd(true)
    try {
      await send()
    } catch (error) {
      expectSessionEnd(false)
      throw error
    }
    announceSignOut()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await router.navigate({ to: '/account-deleted', replace: true })
    forgetPerson()
    expectSessionEnd(false)
  }
}
