import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { toOrganizationMemberResponse } from './to-organization-member-response.ts'

/**
 * Lists the members of the organization: the owner, the admins, then the others, each sorted by name. Tokens get email
 * addresses only with an administrator's role.
 */
export const listOrganizationMembers: Implementation<'listOrganizationMembers'> = async (
  context,
  access,
  { query },
) => {
  const { database } = context
  const { organizationId } = access
  const [{ items: members, nextCursor }, role] = await Promise.all([
    readPage(context, query, {
      binding: ['listOrganizationMembers', organizationId],
      present: (memberships) => memberships.map(toOrganizationMemberResponse),
      ...accessPattern(database, membershipEntity, 'byOrganization', { organizationId }),
    }),
    access.role,
  ])
  const showsAddresses = access.scopes === 'session' || role !== 'member'
  return {
    members: showsAddresses ? members : members.map((member) => ({ ...member, email: null })),
    nextCursor,
  }
}
