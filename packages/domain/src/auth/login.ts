import { ServiceError } from '@cairn/contract/errors'
import type { Context } from '../context.ts'
import { keyOf } from '../keys.ts'
import { principalEntity } from '../table/principal.ts'
import { verifyPassword } from './passwords.ts'
import { createSession, type IssuedSession } from './sessions.ts'

/**
 * Signs a verified principal in. Unknown, wrong and unverified do the same work (one read, one password hash)
 * and throw the same `invalid_credentials`.
 */
export async function loginWithPassword(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<IssuedSession> {
  const { data: principal } = await principalEntity(context.database)
    .get({ emailKey: keyOf(email) })
    .go({ consistent: true })
  const isRight = await verifyPassword(password, principal?.passwordHash)
  if (!principal?.verifiedAt || !isRight) {
    throw new ServiceError('invalid_credentials', 'Address and password do not match a verified account.')
  }
  const { userId, displayName } = principal
  return createSession(context, { id: userId, displayName, email: principal.email })
}
