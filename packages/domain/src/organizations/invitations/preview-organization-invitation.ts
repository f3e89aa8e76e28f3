import type { Implementation } from '../../requests/operation.ts'
import { countAttempt } from '../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import { isInvitationSecret, parseInvitationToken } from './link/invitation-token.ts'
import { invitationNotFound } from './rules.ts'
import { findInviter } from './state/inviter.ts'
import { findPendingInvitation } from './state/pending-invitation.ts'

/**
 * Returns who invites whom to which organization, to whoever holds the link, also before signing in. It does not use the link.
 * @throws `invitation_not_found`, the same error for every token that cannot be accepted.
 */
export const previewOrganizationInvitation: Implementation<
  'previewOrganizationInvitation',
  RequestContext
> = async (context, _access, { body }) => {
  const { database } = context
  const claim = parseInvitationToken(body.token)
  if (!claim) throw invitationNotFound()
  const { organizationId, invitationId, secret } = claim
  const [, invitation, organization] = await Promise.all([
    countAttempt(context, 'acceptInvitation', { claimedKey: invitationId }),
    findPendingInvitation(context, organizationId, invitationId),
    readRecord(database, organizationEntity, { organizationId }),
  ])
  if (!invitation || !organization || !isInvitationSecret(invitation, secret)) throw invitationNotFound()
  const inviter = await findInviter(database, invitation)
  if (!inviter) throw invitationNotFound()
  const { email, role, expiresAt } = invitation
  return {
    organization: { id: organizationId, name: organization.name },
    inviter: { displayName: inviter.displayName },
    email,
    role,
    expiresAt,
  }
}
