import { accountAuditEntry } from '../../../organizations/audit/account-audit-entry.ts'
import type { Implementation } from '../../../requests/operation.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { requireGoodNewPassword } from '../../passwords/new-password.ts'
import { hashPassword } from '../../passwords/password-hash.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
import { recipientAt } from '../links/recipient.ts'
import { requireOwnSession, sessionHasEnded } from '../sessions/own-session.ts'
import { endOtherSessionsThan } from '../sessions/session-generation.ts'
import { passwordChangedMessage } from './password-messages.ts'
import { requirePassword } from './require-password.ts'

/**
 * Changes the caller's password and ends all other sessions, in one transaction.
 * @throws `invalid_credentials` if the current password is wrong, `invalid_request` if the new one is weak.
 */
export const changePassword: Implementation<'changePassword', EmailContext> = async (
  context,
  access,
  { body: { currentPassword, newPassword } },
) => {
  const { database, now, settings, rateLimitSubject } = context
  const own = requireOwnSession(access)
  const { user } = access
  await requireGoodNewPassword({ ...user, password: newPassword }, 'newPassword')
  let passwordHash: string | undefined
  await retryOnLostRace(database, async () => {
    const [{ emailKey, passwordHash: current }, audit] = await Promise.all([
      requirePassword(context, access, currentPassword),
      accountAuditEntry(context, access, { action: 'account.password_changed' }),
    ])
    passwordHash ??= await hashPassword(newPassword, rateLimitSubject.address)
    const failed = await transact(database, {
      principal: {
        Update: principalEntity
          .patch({ emailKey })
          .set({ passwordHash })
          .add({ sessionGeneration: 1 })
          .where((principal, { eq }) => eq(principal.passwordHash, current)),
      },
      ...endOtherSessionsThan(own),
      audit,
    })
    if (failed.includes('user') || failed.includes('session')) throw sessionHasEnded()
    return failed.length > 0 ? lostRace : undefined
  })
  const to = recipientAt(user.email, access.stored, context)
  await confirmByEmail(context, passwordChangedMessage(to, now, settings.webOrigin))
  return undefined
}
