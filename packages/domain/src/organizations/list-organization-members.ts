import { activeMembership } from '../access.ts'
import type { Implementation } from '../operation.ts'
import { readPage } from '../page.ts'
import { conversionsOf } from '../table/conversions.ts'
import { membershipEntity } from '../table/membership.ts'
import { organizationMemberOf } from './organization-member-of.ts'

/** The members of the active organization: the owner, the admins, then the others, each by name. */
export const listOrganizationMembers: Implementation<'listOrganizationMembers'> = async (
  context,
  access,
  { query },
) => {
  const { database } = context
  const { organizationId } = activeMembership(access)
  const { items, nextCursor } = await readPage(context, query, {
    binding: ['listOrganizationMembers', organizationId],
    query: (options) => membershipEntity(database).query.byOrganization({ organizationId }).go(options),
    cursorAt: (membership) =>
      conversionsOf(membershipEntity(database)).byAccessPattern.byOrganization.fromComposite.toCursor(
        membership,
      ),
  })
  return { members: items.map(organizationMemberOf), nextCursor }
}
