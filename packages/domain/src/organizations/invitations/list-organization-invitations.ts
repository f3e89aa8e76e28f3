import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { invitationEntity } from '../../storage/table/entities/organizations/invitation.ts'
import { readInviters } from './state/inviter.ts'
import { toOrganizationInvitationResponse } from './to-organization-invitation-response.ts'

/** Lists the pending invitations of the organization that are neither expired nor void, newest first. */
export const listOrganizationInvitations: Implementation<'listOrganizationInvitations'> = async (
  context,
  access,
  { query },
) => {
  const { database, now } = context
  const { organizationId } = access
  const pending = accessPattern(
    database,
    invitationEntity,
    'pendingByOrganization',
    { organizationId },
    { order: 'desc', where: ({ expiresAt }, { gt }) => gt(expiresAt, timestampOf(now)) },
  )
  const [{ items: invitations, nextCursor }] = await Promise.all([
    readPage(context, query, {
      binding: ['listOrganizationInvitations', organizationId],
      filtered: true,
      query: async (options) => {
        const [{ data, cursor }, isByAdministrator] = await Promise.all([
          pending.query(options),
          readInviters(database, organizationId),
        ])
        return { data: data.filter(isByAdministrator), cursor }
      },
      cursorAt: pending.cursorAt,
      present: (invitations) =>
        invitations.map((invitation) => toOrganizationInvitationResponse(invitation, now)),
    }),
    access.membership(),
  ])
  return { invitations, nextCursor }
}
