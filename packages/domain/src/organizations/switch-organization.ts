import { membershipNotFound } from '../requests/access.ts'
import type { Implementation } from '../requests/operation.ts'
import { transact } from '../storage/database/transaction.ts'
import { userEntity } from '../storage/table/entities/people/user.ts'
import { memberCheck, organizationCheck } from './context/membership-check.ts'
import { toOrganizationContextResponse } from './context/organization-context.ts'
import { readOrganizations } from './session/user-organizations.ts'

/**
 * Makes another organization of the user the active one. The write requires the membership: without it, the active
 * organization does not change. The response is read in parallel: if that fails, the client can safely repeat the
 * request.
 */
export const switchOrganization: Implementation<'switchOrganization'> = async (
  { database },
  access,
  { body: { organizationId } },
) => {
  const { userKey } = access.stored
  const [organizations, failed] = await Promise.all([
    readOrganizations(database, access),
    transact(database, {
      organization: organizationCheck(organizationId),
      membership: memberCheck({ userKey, organizationId }),
      user: { Update: userEntity.patch({ userKey }).set({ activeOrganizationId: organizationId }) },
    }),
  ])
  if (failed.length > 0) throw membershipNotFound()
  return toOrganizationContextResponse(organizationId, organizations)
}
