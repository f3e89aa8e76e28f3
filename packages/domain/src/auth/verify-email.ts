import { type Context, timestampOf } from '../context.ts'
import { transact } from '../database/transaction.ts'
import { countAttempt, type RateLimitSubject } from '../rate-limits/rate-limiter.ts'
import { hashSecret } from '../secrets.ts'
import { principalEntity, untilVerified } from '../table/entities/principal.ts'
import { invalidOrExpiredToken, parseVerificationToken } from './verification-token.ts'

/**
 * Consumes a verification token: single use, however many try at once, and only before its expiry by the clock.
 * Throws `invalid_or_expired_token`, the same for every reason.
 */
export async function verifyPrincipal(
  context: Context,
  token: string,
  subject: RateLimitSubject,
): Promise<void> {
  const { database, now } = context
  const parsed = parseVerificationToken(token)
  if (!parsed) throw invalidOrExpiredToken()
  await countAttempt(context, subject, 'verifyEmail', { claimedKey: parsed.emailKey })
  const timestamp = timestampOf(now)
  const failed = await transact(database, {
    principal: {
      Update: principalEntity(database)
        .patch({ emailKey: parsed.emailKey })
        .set({ verifiedAt: timestamp })
        .remove([...untilVerified])
        .where(
          (principal, { eq, gt }) =>
            `${eq(principal.verificationTokenHash, hashSecret(parsed.secret))} AND ${gt(principal.verificationExpiresAt, timestamp)}`,
        )
        .params(),
    },
  })
  if (failed.length > 0) throw invalidOrExpiredToken()
}
