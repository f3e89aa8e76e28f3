import { activeMembership, membershipNotFound } from '../access.ts'
import type { Implementation } from '../operation.ts'
import { userEntity } from '../table/user.ts'
import { transact } from '../transaction.ts'
import { memberCheck } from './membership-check.ts'
import { organizationContextOf, organizationIdsOf, readOrganizationNames } from './organization-context.ts'

/**
 * Makes another membership's organization the active one. The membership is a condition of the write: where it
 * is gone by then, the selection is kept. Safe to repeat, so the names are read at the same time.
 */
export const switchOrganization: Implementation<'switchOrganization'> = async (
  { database },
  access,
  { body },
) => {
  const { organizationId } = body
  const switched = { ...access, activeOrganizationId: organizationId }
  const { userKey } = activeMembership(switched)
  const [names, failed] = await Promise.all([
    readOrganizationNames(database, organizationIdsOf(access)),
    transact(database, {
      membership: memberCheck(database, { userKey, organizationId }),
      user: {
        Update: userEntity(database)
          .patch({ userKey })
          .set({ activeOrganizationId: organizationId })
          .params(),
      },
    }),
  ])
  if (failed.length > 0) throw membershipNotFound()
  return organizationContextOf(switched, names)
}
