/**
 * Registration of an address with the built-in email provider.
 *
 * Threat: telling which addresses are registered. Known or not, the answer, the work (one password hash, one
 * write, one mail) and the round trips are the same; only the owner of the mailbox sees a difference.
 */
import { randomUUID } from 'node:crypto'
import { type Context, timestampOf, timeToLiveOf } from '../context.ts'
import { keyOf } from '../database/keys.ts'
import { transact } from '../database/transaction.ts'
import type { EmailDelivery } from '../email/email-delivery.ts'
import { requireGoodNewPassword } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { countAttempt, type RateLimitSubject } from '../rate-limits/rate-limiter.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { principalEntity } from '../table/entities/principal.ts'
import { verificationLifetimeInHours, verificationMessage } from './verification-message.ts'
import { verificationTokenOf } from './verification-token.ts'

export type Registration = { email: string; password: string; displayName: string }

/**
 * Makes an unverified principal and mails its verification link. An unverified principal is replaced whole:
 * password, name, link and user id, so that whoever registered the address before has no part in it. A verified
 * one stays as it is and its owner is told.
 *
 * A password that is refused is part of judging the body: it comes before anything is counted, hashed or read, and so
 * cannot tell anything of an account.
 *
 * The link is bound to the browser that registers, by a secret for its cookie. Without the cookie the link works too,
 * after a warning (`previewEmailVerification`).
 *
 * @param webOrigin  Where the web application is, without a trailing slash.
 * @returns The browser's secret, also for a verified address, where it is good for nothing.
 */
export async function registerPrincipal(
  context: Context,
  { email, password, displayName }: Registration,
  { delivery, webOrigin }: { delivery: EmailDelivery; webOrigin: string },
  subject: RateLimitSubject,
): Promise<{ browserSecret: string }> {
  const { database, now } = context
  await requireGoodNewPassword({ email, password, displayName })
  const emailKey = keyOf(email)
  await countAttempt(context, subject, 'register', { claimedKey: emailKey })
  const secret = newSecret()
  const browserSecret = newSecret()
  const createdAt = timestampOf(now)
  const expiresAt = new Date(now.getTime() + verificationLifetimeInHours * 60 * 60 * 1000)
  const failed = await transact(database, {
    principal: {
      Put: principalEntity(database)
        .put({
          emailKey,
          email,
          userId: `email:${randomUUID()}`,
          displayName,
          passwordHash: await hashPassword(password, subject.address),
          createdAt,
          verificationTokenHash: hashSecret(secret),
          verificationExpiresAt: timestampOf(expiresAt),
          browserSecretHash: hashSecret(browserSecret),
          ttl: timeToLiveOf(expiresAt),
        })
        .where((principal, { notExists }) => notExists(principal.verifiedAt))
        .params(),
    },
  })
  const isVerifiedAlready = failed.length > 0
  await delivery.deliver(
    isVerifiedAlready
      ? {
          kind: 'already_registered',
          to: email,
          subject: 'You already have a Cairn account',
          text: `Somebody, perhaps you, registered this address again. Nothing was changed. Sign in at ${webOrigin}/sign-in`,
          link: `${webOrigin}/sign-in`,
        }
      : verificationMessage(
          { email, displayName, createdAt },
          `${webOrigin}/verify-email#token=${verificationTokenOf(emailKey, secret)}`,
        ),
  )
  return { browserSecret }
}
