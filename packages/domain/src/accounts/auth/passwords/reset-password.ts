import { actingUserAuditEntry, readActingUser } from '../../../organizations/audit/account-audit-entry.ts'
import { credentialOf } from '../../../organizations/audit/audit-entry.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { accountLinkEntity } from '../../../storage/table/entities/people/account-link.ts'
import {
  type PrincipalRecord,
  principalEntity,
  untilVerified,
} from '../../../storage/table/entities/people/principal.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { requireGoodNewPassword } from '../../passwords/new-password.ts'
import { hashPassword } from '../../passwords/password-hash.ts'
import { isValidLink, useLink } from '../links/account-link.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
import { recipientAt } from '../links/recipient.ts'
import { endAllSessions, isGeneration } from '../sessions/session-generation.ts'
import { invalidOrExpiredToken, parseVerificationToken } from '../verification/verification-token.ts'
import { passwordChangedMessage } from './password-messages.ts'

/**
 * Sets a new password with the token of an emailed link. The token works once, even with concurrent requests, for an hour. It
 * proves the mailbox, so it also verifies the address. All sessions end in the same transaction.
 * @throws `invalid_or_expired_token`, the same error for every reason; `invalid_request` for a weak password, which does not
 * use up the link.
 */
export const resetPassword: Implementation<'resetPassword', EmailContext> = async (
  context,
  _access,
  { body: { token, password } },
) => {
  const { database, now, settings, rateLimitSubject } = context
  const parsed = parseVerificationToken(token)
  if (!parsed) throw invalidOrExpiredToken()
  const { emailKey, secret } = parsed
  const read = () =>
    Promise.all([
      readRecord(database, accountLinkEntity, { emailKey, kind: 'password_reset' }),
      readRecord(database, principalEntity, { emailKey }),
    ])
  const requireValid = ([link, principal]: Awaited<ReturnType<typeof read>>) => {
    if (!principal || !isValidLink(link, secret, principal, now)) {
      throw invalidOrExpiredToken()
    }
    return { link, principal }
  }
  const [, found] = await Promise.all([
    countAttempt(context, 'resetPassword', { claimedKey: emailKey }),
    read(),
  ])
  const first = requireValid(found)
  const to = recipientAt(first.principal.email, first.principal, context)
  await requireGoodNewPassword({ ...first.principal, password })
  const passwordHash = await hashPassword(password, rateLimitSubject.address)
  let known: typeof first | undefined = first
  await retryOnLostRace(database, async () => {
    const { link, principal } = known ?? requireValid(await read())
    known = undefined
    const userKey = keyOf(principal.userId)
    const { stored, organizationId } = await readActingUser(database, userKey)
    const failed = await transact(database, {
      link: useLink(link),
      principal: withNewPassword(principal, passwordHash, now),
      user: endAllSessions(userKey, stored),
      audit: actingUserAuditEntry(
        context,
        { userId: principal.userId, organizationId },
        credentialOf('email_link', context.userAgent),
        { action: 'account.password_reset' },
      ),
    })
    return failed.length > 0 ? lostRace : undefined
  })
  await confirmByEmail(context, passwordChangedMessage(to, now, settings.webOrigin))
  return { redirectTo: `${settings.webOrigin}/sign-in?reset=1` }
}

/** Unless the password was changed, or the address got another account, since `read`: the link is void then. */
export function withNewPassword(read: PrincipalRecord, passwordHash: string, now: Date): TransactionItem {
  return {
    Update: principalEntity
      .patch({ emailKey: read.emailKey })
      .set({ passwordHash, verifiedAt: read.verifiedAt ?? timestampOf(now) })
      .add({ sessionGeneration: 1 })
      .remove([...untilVerified])
      .where(
        (stored, operators) =>
          `${isGeneration(generationOf(read))(stored, operators)} AND ${operators.eq(stored.userId, read.userId)}`,
      ),
  }
}

function generationOf({ sessionGeneration = 0 }: PrincipalRecord): number {
  return sessionGeneration
}
