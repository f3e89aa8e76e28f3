import { timestampOf } from '../../context.ts'
import { readRecord } from '../../database/read-record.ts'
import type { Implementation } from '../../operation.ts'
import { countAttempt } from '../../rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../request-context.ts'
import { hashSecret } from '../../secrets.ts'
import { principalEntity } from '../../table/entities/principal.ts'
import { previewEmailChange } from '../email-change/confirm-email-change.ts'
import { parseEmailChangeToken } from '../email-change/email-change-token.ts'
import { invalidOrExpiredToken, parseVerificationToken } from './verification-token.ts'

/**
 * Returns the account that a verification link would verify, without using the link.
 *
 * Threat: somebody registers another person's address, and its owner confirms the email: an account whose password the
 * other person knows. The owner must see whose account it is, and above all whether their own browser created it.
 * @throws `invalid_or_expired_token`, the same error for every reason.
 */
export const previewEmailVerification: Implementation<'previewEmailVerification', RequestContext> = async (
  context,
  _access,
  { body },
) => {
  const change = parseEmailChangeToken(body.token)
  if (change) return previewEmailChange(context, change)
  const parsed = parseVerificationToken(body.token)
  if (!parsed) throw invalidOrExpiredToken()
  const { emailKey, secret } = parsed
  const [, principal] = await Promise.all([
    countAttempt(context, 'verifyEmail', { claimedKey: emailKey }),
    readRecord(context.database, principalEntity, { emailKey }),
  ])
  const { verificationTokenHash, verificationExpiresAt = '', browserSecretHash } = principal ?? {}
  const isValid =
    verificationTokenHash === hashSecret(secret) && verificationExpiresAt > timestampOf(context.now)
  if (!principal || !isValid) throw invalidOrExpiredToken()
  const { email, displayName, createdAt } = principal
  const browserSecret = context.cookies.read('registration')
  const sameBrowser = browserSecret !== undefined && browserSecretHash === hashSecret(browserSecret)
  return { email, displayName, createdAt, sameBrowser }
}
