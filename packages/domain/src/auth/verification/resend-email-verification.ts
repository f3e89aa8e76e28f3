import { secondsPerHour, timestampOf, timeToLiveOf } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { transact } from '../../database/transaction.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import type { Implementation } from '../../operation.ts'
import { countAttempt } from '../../rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../request-context.ts'
import { hashSecret } from '../../secrets.ts'
import { principalEntity } from '../../table/entities/principal.ts'
import { updateRecord } from '../../table/entity/writes.ts'
import { accountLinkOf } from '../links/account-link.ts'
import { noAccountMessage } from '../links/no-account-message.ts'
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
  const { secret, link } = accountLinkOf(database, now, {
    emailKey,
    kind: 'none',
    lifetimeMinutes: verificationLifetimeHours * 60,
    account: undefined,
  })
  const expiresAt = new Date(now.getTime() + verificationLifetimeHours * secondsPerHour * 1000)
  const renewed = updateRecord(
    database,
    principalEntity,
    { emailKey },
    {
      set: {
        verificationTokenHash: hashSecret(secret),
        verificationExpiresAt: timestampOf(expiresAt),
        ttl: timeToLiveOf(expiresAt),
      },
      where: (stored, { notExists, eq }) =>
        `${notExists(stored.verifiedAt)} AND ${eq(stored.userId, principal?.userId ?? '')}`,
    },
  )
  const failed = await transact(database, { link: isUnverified ? renewed : link })
  const url = `${webOrigin}/verify-email#token=${verificationTokenOf(emailKey, secret)}`
  const message = (): EmailMessage => {
    if (!principal) return noAccountMessage(email, webOrigin)
    // Verified or registered again since it was read, which sends an email of its own.
    if (!isUnverified || failed.length > 0) return alreadyVerifiedMessage(email, webOrigin)
    return verificationMessage(principal, url)
  }
  await context.email.deliver(message())
  return { email }
}
