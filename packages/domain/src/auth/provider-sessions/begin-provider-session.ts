import type { CanonicalUser } from '../../access.ts'
import { actingUserAuditEntry, readActingUser } from '../../audit/account-audit-entry.ts'
import { credentialOf } from '../../audit/audit-entry.ts'
import { daysAfter, secondsPerDay, timestampOf, timeToLiveOf } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { transact } from '../../database/transaction.ts'
import type { RequestContext } from '../../request-context.ts'
import { newSecret } from '../../secrets.ts'
import { providerAccountEntity } from '../../table/entities/provider-sessions/provider-account.ts'
import { providerSessionEntity } from '../../table/entities/provider-sessions/provider-session.ts'
import { sessionEntity } from '../../table/entities/session.ts'
import { type UserRecord, userEntity } from '../../table/entities/user.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { deleteRecord, putRecord, updateRecord, upsertRecord } from '../../table/entity/writes.ts'
import { keyOfClaim, newSessionRecord, sessionLifetimeDays } from '../sessions/sessions.ts'
import { sealIdToken } from './id-token-seal.ts'
import { type ProviderSessionClaim, providerSessionToken } from './provider-session-token.ts'

/** What a sign-in at the provider brings. */
export type ProviderSignIn = {
  /** Undefined if the provider has not named its session. */
  providerSessionKey: string | undefined
  /** For the provider's logout. */
  idToken: string
  /** The session that the browser has so far. It ends in the same transaction (OWASP ASVS 5.0, 7.2.4). */
  previous: ProviderSessionClaim | undefined
}

/**
 * Signs a person in whom an OpenID provider has just vouched for, and sets the cookie. The user's record takes the name and address
 * that the provider says now. Returns false, without a session, if the provider has ended its session meanwhile, or its session
 * belongs to somebody else.
 */
export async function beginProviderSession(
  context: RequestContext,
  user: CanonicalUser,
  { providerSessionKey, idToken, previous }: ProviderSignIn,
): Promise<boolean> {
  const { database, cookies } = context
  const userKey = keyOf(user.id)
  const [{ stored, organizationId }, account] = await Promise.all([
    readActingUser(database, userKey),
    readRecord(database, providerAccountEntity, { userKey }),
  ])
  const secret = newSecret()
  const { sessionGeneration: generation = 0 } = stored ?? account ?? {}
  const record = newSessionRecord(context, user, { secret, generation })
  const sealedIdToken = sealIdToken(idToken, secret)
  const failed = await transact(database, {
    session: putRecord(database, sessionEntity, {
      ...record,
      begunBy: 'provider',
      ...(providerSessionKey !== undefined && { providerSessionKey }),
      ...(sealedIdToken !== undefined && { sealedIdToken }),
    }),
    previous: previous && deleteRecord(database, sessionEntity, keyOfClaim(previous)),
    user:
      stored && isOutdated(stored, user)
        ? updateRecord(
            database,
            userEntity,
            { userKey },
            { set: { displayName: user.displayName, email: user.email } },
          )
        : undefined,
    providerSession:
      providerSessionKey === undefined ? undefined : claim(context, providerSessionKey, userKey),
    audit: actingUserAuditEntry(
      context,
      { userId: user.id, organizationId },
      credentialOf('identity_provider', context.userAgent, record.sessionHash),
      { action: 'session.signed_in' },
    ),
  })
  if (failed.length > 0) return false
  const token = providerSessionToken({ userId: user.id, providerSessionKey, secret })
  cookies.set('session', token, sessionLifetimeDays * secondsPerDay)
  return true
}

/** Records whose session at the provider it is. Fails if it has ended, or is somebody else's. */
function claim(
  { database, now }: RequestContext,
  providerSessionKey: string,
  userKey: string,
): TransactionItem {
  const expiresAt = daysAfter(now, sessionLifetimeDays)
  return upsertRecord(
    database,
    providerSessionEntity,
    { providerSessionKey },
    {
      set: { userKey, expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) },
      where: (known, { eq, notExists }) =>
        `${notExists(known.endedAt)} AND (${notExists(known.userKey)} OR ${eq(known.userKey, userKey)})`,
    },
  )
}

function isOutdated(stored: UserRecord, { displayName, email }: CanonicalUser): boolean {
  return stored.displayName !== displayName || stored.email !== email
}
