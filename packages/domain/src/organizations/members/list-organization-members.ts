import { accessPattern } from '../../database/query-records.ts'
import type { Implementation } from '../../operation.ts'
import { readPage } from '../../pagination/read-page.ts'
import { membershipEntity } from '../../table/entities/membership.ts'
import { toOrganizationMemberResponse } from './to-organization-member-response.ts'

/** Lists the members of the organization: the owner, the admins, then the others, each sorted by name. */
export const listOrganizationMembers: Implementation<'listOrganizationMembers'> = async (
  context,
  access,
  { query },
) => {
  const { database } = context
  const { organizationId } = access
  const [{ items: members, nextCursor }] = await Promise.all([
    readPage(context, query, {
      binding: ['listOrganizationMembers', organizationId],
      present: (memberships) => memberships.map(toOrganizationMemberResponse),
      ...accessPattern(database, membershipEntity, 'byOrganization', { organizationId }),
    }),
    access.membership(),
  ])
  return { members, nextCursor }
}
