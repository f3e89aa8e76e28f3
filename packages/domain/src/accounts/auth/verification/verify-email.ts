import { timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import { hashSecret } from '../../../requests/secrets.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { principalEntity, untilVerified } from '../../../storage/table/entities/people/principal.ts'
import { confirmEmailChange } from '../email-change/confirm-email-change.ts'
import { parseEmailChangeToken } from '../email-change/email-change-token.ts'
import { invalidOrExpiredToken, parseVerificationToken } from './verification-token.ts'

/**
 * Verifies an email address with the token of a verification link. A token works once, even with concurrent requests,
 * and only until it expires. A link to a new address of an account changes the address.
 * @throws `invalid_or_expired_token`, the same error for every reason.
 */
export const verifyEmail: Implementation<'verifyEmail', EmailContext> = async (
  context,
  _access,
  { body },
) => {
  const change = parseEmailChangeToken(body.token)
  if (change) return confirmEmailChange(context, change)
  const { database, now, settings } = context
  const parsed = parseVerificationToken(body.token)
  if (!parsed) throw invalidOrExpiredToken()
  await countAttempt(context, 'verifyEmail', { claimedKey: parsed.emailKey })
  const timestamp = timestampOf(now)
  const failed = await transact(database, {
    principal: {
      Update: principalEntity
        .patch({ emailKey: parsed.emailKey })
        .set({ verifiedAt: timestamp })
        .remove([...untilVerified])
        .where(
          (principal, { eq, gt }) =>
            `${eq(principal.verificationTokenHash, hashSecret(parsed.secret))} AND ${gt(principal.verificationExpiresAt, timestamp)}`,
        ),
    },
  })
  if (failed.length > 0) throw invalidOrExpiredToken()
  return { redirectTo: `${settings.webOrigin}/sign-in?verified=1` }
}
