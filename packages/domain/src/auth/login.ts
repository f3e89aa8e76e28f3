import { ServiceError } from '@cairn/contract/errors'
import type { Context } from '../context.ts'
import { keyOf } from '../database/keys.ts'
import { readRecord } from '../database/read-record.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import { countAttempt, forgetAttempt, type RateLimitSubject } from '../rate-limits/rate-limiter.ts'
import { principalEntity } from '../table/entities/principal.ts'
import { createSession, type IssuedSession } from './sessions.ts'

/**
 * Signs a verified principal in. Unknown, wrong and unverified do the same work (one read, one password hash)
 * and throw the same `invalid_credentials`. Guesses are limited, sign-ins are not: one that succeeds is not counted.
 */
export async function loginWithPassword(
  context: Context,
  { email, password }: { email: string; password: string },
  subject: RateLimitSubject,
): Promise<IssuedSession> {
  const emailKey = keyOf(email)
  const account = { claimedKey: emailKey }
  const [, principal] = await Promise.all([
    countAttempt(context, subject, 'login', account),
    readRecord(context.database, principalEntity, { emailKey }),
  ])
  const isRight = await verifyPassword(password, principal?.passwordHash, subject.address)
  if (!principal?.verifiedAt || !isRight) {
    throw new ServiceError('invalid_credentials', 'Address and password do not match a verified account.')
  }
  const { userId, displayName } = principal
  const [session] = await Promise.all([
    createSession(context, { id: userId, displayName, email: principal.email }),
    forgetAttempt(context, subject, 'login', account),
  ])
  return session
}
