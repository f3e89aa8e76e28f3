import type { AuditCredential } from '@cairn/contract/schemas/audit'
import type { CanonicalUser } from '../../requests/access.ts'
import { type Context, timestampOf } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import { newUserWrites } from '../session/new-user.ts'
import { newMembership, readUser } from '../session/user-organizations.ts'
import { invitedAddressOf } from './rules.ts'
import { acceptance } from './state/acceptance.ts'
import { findPendingInvitation } from './state/pending-invitation.ts'

/** Which invitation a person registered from. */
export type InvitationKey = { organizationId: string; invitationId: string }

/**
 * Accepts the invitation that an account was made from, in the transaction of its first sign-in: the account gets no
 * organization of its own. Returns false, and writes nothing, if the user exists already, or the invitation has been accepted,
 * revoked or void, or has expired since. Then the person signs in as everybody else.
 *
 * @param user  Whose address is verified.
 * @param sessionGeneration  That of the account.
 * @param credential  What the person signs in with.
 * @param signIn  The other writes of the sign-in.
 */
export async function joinAtFirstSignIn(
  context: Context,
  user: CanonicalUser,
  { organizationId, invitationId }: InvitationKey,
  {
    sessionGeneration,
    credential,
    signIn,
  }: {
    sessionGeneration: number
    credential: AuditCredential
    signIn: Record<string, TransactionItem | undefined>
  },
): Promise<boolean> {
  const { database, now } = context
  return retryOnLostRace(database, async () => {
    const [known, invitation] = await Promise.all([
      readUser(database, keyOf(user.id)),
      findPendingInvitation(context, organizationId, invitationId),
    ])
    if (known || invitation?.email !== invitedAddressOf(user.email)) return false
    const membership = newMembership(user, organizationId, invitation.role, timestampOf(now))
    const failed = await transact<string>(database, {
      ...acceptance(context, user, invitation, membership, credential),
      ...newUserWrites(context, user, { organizationId, sessionGeneration }).writes,
      ...signIn,
      signedIn: auditEntry(
        context,
        { organizationId, userId: user.id, credential },
        { action: 'session.signed_in' },
      ),
    })
    if (failed.length === 0) return true
    // It was resent, which keeps it pending, or ended.
    return failed.includes('invitation') ? lostRace : false
  })
}
