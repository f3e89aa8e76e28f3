import { ServiceError } from '@cairn/contract/errors/errors'
import { actingUserAuditEntry, readActingUser } from '../../../organizations/audit/account-audit-entry.ts'
import { credentialOf } from '../../../organizations/audit/audit-entry.ts'
import { joinAtFirstSignIn } from '../../../organizations/invitations/join-at-first-sign-in.ts'
import { secondsPerDay } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt, forgetAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { type PrincipalRecord, principalEntity } from '../../../storage/table/entities/people/principal.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { verifyPassword } from '../../passwords/password-hash.ts'
import { isGeneration } from '../sessions/session-generation.ts'
import { type NewSession, newSession, parseSessionToken, sessionLifetimeDays } from '../sessions/sessions.ts'
import { safeReturnTo } from './return-to.ts'

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
  const [session] = await Promise.all([
    beginSession(context, principal),
    forgetAttempt(context, 'login', account),
  ])
  context.cookies.set('session', session.token, sessionLifetimeDays * secondsPerDay)
  return { redirectTo: safeReturnTo(context.settings.webOrigin, returnTo) }
}

/**
 * Creates a session, and ends the one that the browser has so far, whoever it belongs to. The first session of an account that
 * was made from an invitation accepts it.
 */
async function beginSession(context: RequestContext, account: PrincipalRecord): Promise<NewSession> {
  const { database, cookies } = context
  const { userId: id, displayName, email, invitation, sessionGeneration = 0 } = account
  const user = { id, displayName, email }
  const previous = parseSessionToken(cookies.read('session') ?? '')
  const session = newSession(context, user, { generation: sessionGeneration, previous })
  const credential = credentialOf('password', context.userAgent, session.sessionHash)
  const signIn = { ...session.writes, account: invitation && forgetInvitation(account) }
  const options = { sessionGeneration, credential, signIn }
  const [hasJoined, { organizationId }] = await Promise.all([
    invitation && joinAtFirstSignIn(context, user, invitation, options),
    readActingUser(database, keyOf(id)),
  ])
  if (hasJoined) return session
  const failed = await transact(database, {
    ...signIn,
    audit: actingUserAuditEntry(context, { userId: id, organizationId }, credential, {
      action: 'session.signed_in',
    }),
  })
  // All sessions have ended since the account was read. This one is created dead.
  if (failed.length > 0) await transact(database, session.writes)
  return session
}

/** Removes the invitation from the account. Fails if the account's sessions have all ended since it was read. */
function forgetInvitation({ emailKey, userId, sessionGeneration = 0 }: PrincipalRecord): TransactionItem {
  return {
    Update: principalEntity
      .patch({ emailKey })
      .remove(['invitation'])
      .where(
        (stored, operators) =>
          `${operators.eq(stored.userId, userId)} AND ${isGeneration(sessionGeneration)(stored, operators)}`,
      ),
  }
}
