import { timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { hashSecret } from '../../../requests/secrets.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
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
