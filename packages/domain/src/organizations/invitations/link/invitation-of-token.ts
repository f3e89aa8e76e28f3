import type { Context } from '../../../requests/context.ts'
import type { InvitationKey } from '../join-at-first-sign-in.ts'
import { invitedAddressOf } from '../rules.ts'
import { findPendingInvitation } from '../state/pending-invitation.ts'
import { isInvitationSecret, parseInvitationToken } from './invitation-token.ts'

/** Returns the pending invitation of an address that a token proves; undefined if it proves none. */
export async function invitationOfToken(
  context: Context,
  email: string,
  token: string,
): Promise<InvitationKey | undefined> {
  const claim = parseInvitationToken(token)
  if (!claim) return undefined
  const { organizationId, invitationId, secret } = claim
  const invitation = await findPendingInvitation(context, organizationId, invitationId)
  if (!invitation || !isInvitationSecret(invitation, secret)) return undefined
  return invitation.email === invitedAddressOf(email) ? { organizationId, invitationId } : undefined
}
