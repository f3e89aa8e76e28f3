import { secondsPerHour, timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import { hashSecret } from '../../../requests/secrets.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { accountLinkOf } from '../links/account-link.ts'
import { noAccountMessage } from '../links/no-account-message.ts'
import { recipientAt } from '../links/recipient.ts'
import {
  alreadyVerifiedMessage,
  verificationLifetimeHours,
  verificationMessage,
} from './verification-message.ts'
import { verificationTokenOf } from './verification-token.ts'

/**
 * Emails a new verification link, which replaces the earlier one. The browser that registered stays the one that the page
 * recognizes.
 *
 * Threat: finding out which addresses are registered. In every case the response, the work (one read, one write, one email)
 * and the round trips are the same: for an address that has nothing to verify, a link that nobody gets is stored.
 */
export const resendEmailVerification: Implementation<'resendEmailVerification', EmailContext> = async (
  context,
  _access,
  { body: { email } },
) => {
  const { database, now, settings } = context
  const { webOrigin } = settings
  const emailKey = keyOf(email)
  const [, principal] = await Promise.all([
    countAttempt(context, 'resendEmailVerification', { claimedKey: emailKey }),
    readRecord(database, principalEntity, { emailKey }),
  ])
  const isUnverified = principal !== null && principal.verifiedAt === undefined
  const { secret, link } = accountLinkOf(now, {
    emailKey,
    kind: 'none',
    lifetimeMinutes: verificationLifetimeHours * 60,
    account: undefined,
  })
  const expiresAt = new Date(now.getTime() + verificationLifetimeHours * secondsPerHour * 1000)
  const renewed = {
    Update: principalEntity
      .patch({ emailKey })
      .set({
        verificationTokenHash: hashSecret(secret),
        verificationExpiresAt: timestampOf(expiresAt),
        ttl: timeToLiveOf(expiresAt),
      })
      .where(
        (stored, { notExists, eq }) =>
          `${notExists(stored.verifiedAt)} AND ${eq(stored.userId, principal?.userId ?? '')}`,
      ),
  }
  const failed = await transact(database, { link: isUnverified ? renewed : link })
  const url = `${webOrigin}/verify-email#token=${verificationTokenOf(emailKey, secret)}`
  const message = (): EmailMessage => {
    const to = recipientAt(email, principal, context)
    if (!principal) return noAccountMessage(to, webOrigin)
    // Verified or registered again since it was read, which sends an email of its own.
    if (!isUnverified || failed.length > 0) return alreadyVerifiedMessage(to, webOrigin)
    return verificationMessage({ ...principal, ...to }, url)
  }
  await context.email.deliver(message())
  return { email }
}
