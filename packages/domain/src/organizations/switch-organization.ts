import { membershipNotFound } from '../access.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { userEntity } from '../table/entities/user.ts'
import { updateRecord } from '../table/entity/writes.ts'
import { memberCheck, organizationCheck } from './membership-check.ts'
import { toOrganizationContextResponse } from './organization-context.ts'
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
      organization: organizationCheck(database, organizationId),
      membership: memberCheck(database, { userKey, organizationId }),
      user: updateRecord(
        database,
        userEntity,
        { userKey },
        { set: { activeOrganizationId: organizationId } },
      ),
    }),
  ])
  if (failed.length > 0) throw membershipNotFound()
  return toOrganizationContextResponse(organizationId, organizations)
}
