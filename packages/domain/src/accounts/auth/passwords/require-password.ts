import { ServiceError } from '@cairn/contract/errors/errors'
import type { SessionAccess } from '../../../requests/access.ts'
import { countAttempt, forgetAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { type PrincipalRecord, principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { verifyPassword } from '../../passwords/password-hash.ts'

/**
 * Returns the caller's account if the password is right: a browser that somebody left signed in must not be enough. Only
 * failures count toward the rate limit.
 * @throws `invalid_credentials`.
 */
export async function requirePassword(
  context: RequestContext,
  { user }: Pick<SessionAccess, 'user'>,
  password: string,
): Promise<PrincipalRecord> {
  const account = { provenUserId: user.id }
  const [, principal] = await Promise.all([
    countAttempt(context, 'confirmPassword', account),
    readRecord(context.database, principalEntity, { emailKey: keyOf(user.email) }),
  ])
  const isRight = await verifyPassword(password, principal?.passwordHash, context.rateLimitSubject.address)
  if (principal?.userId !== user.id || !isRight) {
    throw new ServiceError('invalid_credentials', 'The password is not right.')
  }
  context.runInBackground(() => forgetAttempt(context, 'confirmPassword', account))
  return principal
}
