import { useSession } from '../accounts/session/session.ts'
import { openOrganization } from '../accounts/session/tab/tab-organization.ts'
import { announceOnNextPage } from '../accounts/session/tab/tab-storage.ts'
import { personApi } from '../data/api/client.ts'
import { describeFailure } from '../data/api/failures/failures.ts'
import { toast } from '../ui/toast.ts'
import { texts } from './texts.ts'

/** Opens another organization of the person in this tab. New tabs open it, too; open ones keep theirs. */
export function useSwitchOrganization(): (organizationId: string) => Promise<void> {
  const { activeOrganizationId } = useSession()
  return async (organizationId) => {
    if (organizationId === activeOrganizationId) return
    try {
      const context = await personApi.switchOrganization({ body: { organizationId } })
      const name = context.organizations.find(({ id }) => id === organizationId)?.name
      announceOnNextPage(texts.switched(name ?? ''))
      await openOrganization(organizationId)
    } catch (error) {
      toast.error(describeFailure(error).sentence)
    }
  }
}
