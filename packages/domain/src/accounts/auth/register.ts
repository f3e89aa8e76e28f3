/**
 * Registers an address with the built-in email provider.
 *
 * Threat: finding out which addresses are registered. Known or not, the response, the work (one password hash, one
 * read, one write, one email) and the round trips are the same. Only the owner of the mailbox sees a difference.
 */
import { randomUUID } from 'node:crypto'
import { invitationOfToken } from '../../organizations/invitations/link/invitation-of-token.ts'
import { secondsPerHour, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { countAttempt } from '../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../requests/request-context.ts'
import { hashSecret, newSecret } from '../../requests/secrets.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { transact } from '../../storage/database/transaction.ts'
import { principalEntity } from '../../storage/table/entities/people/principal.ts'
import { requireGoodNewPassword } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { recipientAt } from './links/recipient.ts'
import {
  alreadyRegisteredMessage,
  verificationLifetimeHours,
  verificationMessage,
} from './verification/verification-message.ts'
import { verificationTokenOf } from './verification/verification-token.ts'

/**
 * Creates an unverified principal and emails its verification link. An unverified principal is replaced completely:
 * password, name, link and user id, so that nothing remains of an earlier registration by somebody else. A verified
 * principal does not change, and its owner gets an email about the attempt.
 *
 * The account remembers the invitation that it was made from, which its first sign-in accepts. An invitation that is not valid, or
 * is for another address, is ignored: the account then gets an organization of its own, as without one.
 *
 * A weak password is refused as part of the body, before anything is counted, hashed or read, and so reveals nothing
 * about an account.
 *
 * The link is bound to the browser that registers by a secret in its cookie, which is set for a verified address too.
 * Without the cookie the link works after a warning (`previewEmailVerification`). The cookie is never cleared: once the
 * principal is verified, replaced or expired, it is worthless.
 */
export const register: Implementation<'register', EmailContext> = async (context, _access, { body }) => {
  const { database, now, settings, cookies, rateLimitSubject, language } = context
  const { email, password, displayName } = body
  const { webOrigin } = settings
  await requireGoodNewPassword({ email, password, displayName })
  const emailKey = keyOf(email)
  const [, invitation, known] = await Promise.all([
    countAttempt(context, 'register', { claimedKey: emailKey }),
    body.invitationToken === undefined ? undefined : invitationOfToken(context, email, body.invitationToken),
    // For the language of the email about a verified account.
    readRecord(database, principalEntity, { emailKey }),
  ])
  const secret = newSecret()
  const browserSecret = newSecret()
  const createdAt = timestampOf(now)
  const expiresAt = new Date(now.getTime() + verificationLifetimeHours * secondsPerHour * 1000)
  const failed = await transact(database, {
    principal: {
      Put: principalEntity
        .put({
          emailKey,
          email,
          userId: `email:${randomUUID()}`,
          displayName,
          passwordHash: await hashPassword(password, rateLimitSubject.address),
          createdAt,
          verificationTokenHash: hashSecret(secret),
          verificationExpiresAt: timestampOf(expiresAt),
          browserSecretHash: hashSecret(browserSecret),
          ...(language && { language }),
          ...(invitation && { invitation }),
          ttl: timeToLiveOf(expiresAt),
        })
        .where((principal, { notExists }) => notExists(principal.verifiedAt)),
    },
  })
  const isVerified = failed.length > 0
  await context.email.deliver(
    isVerified
      ? alreadyRegisteredMessage(recipientAt(email, known, context), webOrigin)
      : verificationMessage(
          { email, language, displayName, createdAt },
          `${webOrigin}/verify-email#token=${verificationTokenOf(emailKey, secret)}`,
        ),
  )
  cookies.set('registration', browserSecret, verificationLifetimeHours * secondsPerHour)
  return { emailVerificationRequired: true, email }
}
