import type { OutputOf } from '@cairn/contract/registry'
import { type Context, timestampOf } from '../context.ts'
import { readRecord } from '../database/read-record.ts'
import { countAttempt, type RateLimitSubject } from '../rate-limits/rate-limiter.ts'
import { hashSecret } from '../secrets.ts'
import { principalEntity } from '../table/entities/principal.ts'
import { invalidOrExpiredToken, parseVerificationToken } from './verification-token.ts'

/**
 * Whose account a verification link would verify. Threat: somebody registers another person's address, and the owner
 * confirms the email, which makes an account of which the other knows the password. The owner must be able to tell whose
 * it is, and above all whether their own browser created it. Consumes nothing.
 *
 * @param browserSecret  Of the cookie that registering set, if the request carries one.
 * @throws ServiceError  `invalid_or_expired_token`, the same for every reason.
 */
export async function previewEmailVerification(
  context: Context,
  token: string,
  browserSecret: string | undefined,
  subject: RateLimitSubject,
): Promise<OutputOf<'previewEmailVerification'>> {
  const parsed = parseVerificationToken(token)
  if (!parsed) throw invalidOrExpiredToken()
  const { emailKey, secret } = parsed
  const [, principal] = await Promise.all([
    countAttempt(context, subject, 'verifyEmail', { claimedKey: emailKey }),
    readRecord(context.database, principalEntity, { emailKey }),
  ])
  const { verificationTokenHash, verificationExpiresAt = '', browserSecretHash } = principal ?? {}
  const isAlive =
    verificationTokenHash === hashSecret(secret) && verificationExpiresAt > timestampOf(context.now)
  if (!principal || !isAlive) throw invalidOrExpiredToken()
  const { email, displayName, createdAt } = principal
  const sameBrowser = browserSecret !== undefined && browserSecretHash === hashSecret(browserSecret)
  return { email, displayName, createdAt, sameBrowser }
}
