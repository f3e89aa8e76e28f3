import { activeMembership } from '../access.ts'
import { timestampOf } from '../context.ts'
import type { Implementation } from '../operation.ts'
import { readPage } from '../page.ts'
import { accessPattern } from '../query-records.ts'
import { invitationEntity } from '../table/invitation.ts'
import { invitationOf } from './invitation-of.ts'

/** The invitations to the active organization that are pending and not over by the clock, the newest first. */
export const listOrganizationInvitations: Implementation<'listOrganizationInvitations'> = async (
  context,
  access,
  { query },
) => {
  const { database, now } = context
  const { organizationId } = activeMembership(access)
  const { items: invitations, nextCursor } = await readPage(context, query, {
    binding: ['listOrganizationInvitations', organizationId],
    filtered: true,
    present: (pending) => pending.map((invitation) => invitationOf(invitation, now)),
    ...accessPattern(database, invitationEntity, 'pendingByOrganization', (entity, options) =>
      entity.query
        .pendingByOrganization({ organizationId })
        .where(({ expiresAt }, { gt }) => gt(expiresAt, timestampOf(now)))
        .params({ ...options, order: 'desc' }),
    ),
  })
  return { invitations, nextCursor }
}
