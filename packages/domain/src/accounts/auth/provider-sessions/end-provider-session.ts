/** How a session at the OpenID provider, or all sessions of a user, end when the provider says so. */
import {
  type ActingUser,
  actingUserAuditEntry,
  readActingUser,
} from '../../../organizations/audit/account-audit-entry.ts'
import { credentialOf } from '../../../organizations/audit/audit-entry.ts'
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { unavailable } from '../../../storage/database/unavailable.ts'
import { providerAccountEntity } from '../../../storage/table/entities/people/provider-sessions/provider-account.ts'
import {
  type ProviderSessionRecord,
  providerSessionEntity,
} from '../../../storage/table/entities/people/provider-sessions/provider-session.ts'
import { usedLogoutTokenEntity } from '../../../storage/table/entities/people/provider-sessions/used-logout-token.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { endAllSessions } from '../sessions/session-generation.ts'
import { sessionLifetimeDays } from '../sessions/sessions.ts'
import { hasEnded } from './ended-provider-sessions.ts'

/** A verified logout token. It names a session, or a user, or both. */
export type ProviderLogout = {
  /** `keyOf` the issuer and the token's id. */
  tokenKey: string
  /** The time from which the token is no longer accepted. */
  tokenExpiresAt: Date
  userId: string | undefined
  providerSessionKey: string | undefined
}

/**
 * Ends what a logout token names, with one transaction: the sessions that one session at the provider began, or else all of the
 * user. Returns false, and changes nothing, if the token has been used before or the session belongs to another user.
 *
 * A session at the provider that nobody has signed in with yet is recorded as ended, so that a sign-in on its way is refused.
 */
export async function endByLogoutToken(
  context: Context,
  { tokenKey, tokenExpiresAt, userId, providerSessionKey }: ProviderLogout,
): Promise<boolean> {
  const { database, now } = context
  const userKey = userId === undefined ? undefined : keyOf(userId)
  const endsAll = userKey !== undefined && providerSessionKey === undefined
  const audited = userKey ?? (await readProviderSession(database, providerSessionKey))?.userKey
  const acting = audited === undefined ? undefined : await readActingUser(database, audited)
  const user = acting?.stored
  const expiresAt = daysAfter(now, sessionLifetimeDays)
  const failed = await transact(database, {
    token: {
      Put: usedLogoutTokenEntity.create({
        tokenKey,
        expiresAt: timestampOf(tokenExpiresAt),
        ttl: timeToLiveOf(tokenExpiresAt),
      }),
    },
    providerSession:
      providerSessionKey === undefined
        ? undefined
        : {
            Update: providerSessionEntity
              .update({ providerSessionKey })
              .set({
                ...(userKey !== undefined && { userKey }),
                endedAt: timestampOf(now),
                expiresAt: timestampOf(expiresAt),
                ttl: timeToLiveOf(expiresAt),
              })
              .where((known, { eq, notExists }) =>
                userKey === undefined ? '' : `${notExists(known.userKey)} OR ${eq(known.userKey, userKey)}`,
              ),
          },
    user: endsAll ? endAllSessions(userKey, user ?? null) : undefined,
    audit: signedOutByProvider(context, acting),
    // A user without a session request yet.
    account:
      endsAll && !user
        ? { Update: providerAccountEntity.update({ userKey }).add({ sessionGeneration: 1 }) }
        : undefined,
  })
  if (failed.length === 0) return true
  // The user's first session request was faster. The token has not been used, so the provider may repeat it.
  if (failed.every((name) => name === 'user')) throw unavailable()
  return false
}

/**
 * Ends the sessions that one session at the provider began, if there is such a session. Whoever knows its id may ask, so it writes
 * nothing about sessions that nobody has signed in with.
 */
export async function endByProviderSession(context: Context, providerSessionKey: string): Promise<void> {
  const { database, now } = context
  const session = await readProviderSession(database, providerSessionKey)
  if (hasEnded(session)) return
  const acting = session?.userKey === undefined ? undefined : await readActingUser(database, session.userKey)
  await transact(database, {
    providerSession: {
      Update: providerSessionEntity
        .patch({ providerSessionKey })
        .set({ endedAt: timestampOf(now) })
        .where(({ endedAt }, { notExists }) => notExists(endedAt)),
    },
    audit: signedOutByProvider(context, acting),
  })
}

async function readProviderSession(
  database: Database,
  providerSessionKey: string | undefined,
): Promise<ProviderSessionRecord | null> {
  if (providerSessionKey === undefined) return null
  return readRecord(database, providerSessionEntity, { providerSessionKey })
}

/** The entry about whom the provider has signed out; undefined for somebody whom the service does not know. */
function signedOutByProvider(context: Context, acting: ActingUser | undefined): TransactionItem | undefined {
  if (!acting?.stored) return undefined
  return actingUserAuditEntry(
    context,
    { userId: acting.stored.userId, organizationId: acting.organizationId },
    // Not the browser: the provider has told it.
    credentialOf('identity_provider', undefined),
    { action: 'session.signed_out' },
  )
}
