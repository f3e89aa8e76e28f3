import { ServiceError } from '@cairn/contract/errors'
import { secondsPerDay } from '../context.ts'
import { keyOf } from '../database/keys.ts'
import { readRecord } from '../database/read-record.ts'
import type { Implementation } from '../operation.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import { countAttempt, forgetAttempt } from '../rate-limits/rate-limiter.ts'
import type { RequestContext } from '../request-context.ts'
import { principalEntity } from '../table/entities/principal.ts'
import { safeReturnTo } from './return-to.ts'
import { createSession, sessionLifetimeDays } from './sessions/sessions.ts'

/**
 * Signs a verified principal in. An unknown address, a wrong password and an unverified principal cause the same work
 * (one read, one password hash) and the same error, `invalid_credentials`. Only failures count toward the rate limit.
 */
export const login: Implementation<'login', RequestContext> = async (context, _access, { body }) => {
  const { email, password, returnTo } = body
  const emailKey = keyOf(email)
  const account = { claimedKey: emailKey }
  const [, principal] = await Promise.all([
    countAttempt(context, 'login', account),
    readRecord(context.database, principalEntity, { emailKey }),
  ])
  const isRight = await verifyPassword(password, principal?.passwordHash, context.rateLimitSubject.address)
  if (!principal?.verifiedAt || !isRight) {
    throw new ServiceError(
      'invalid_credentials',
      'The email address and password do not match a verified account.',
    )
  }
  const { userId, displayName } = principal
  const [session] = await Promise.all([
    createSession(context, { id: userId, displayName, email: principal.email }, principal.sessionGeneration),
    forgetAttempt(context, 'login', account),
  ])
  context.cookies.set('session', session.token, sessionLifetimeDays * secondsPerDay)
  return { redirectTo: safeReturnTo(context.settings.webOrigin, returnTo) }
}
