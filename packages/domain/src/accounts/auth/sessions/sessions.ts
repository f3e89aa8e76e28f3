/**
 * Browser sessions that the service issues. Those of the built-in email provider are here, those that an OpenID provider began
 * in `../provider-sessions/`.
 *
 * The cookie's value is `<uuid of the user>.<secret>`. The uuid is neither secret nor a proof: it lets the session and
 * the user's records be read in one round trip. Only a hash of the secret is stored.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { EntityIdentifiers } from 'electrodb'
import { actingUserAuditEntry, readActingUser } from '../../../organizations/audit/account-audit-entry.ts'
import { credentialOf } from '../../../organizations/audit/audit-entry.ts'
import type { CanonicalUser, ConfirmedSession } from '../../../requests/access.ts'
import {
  type Context,
  daysAfter,
  secondsPerHour,
  timestampOf,
  timeToLiveOf,
} from '../../../requests/context.ts'
import { hashSecret, newSecret } from '../../../requests/secrets.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { type SessionRecord, sessionEntity } from '../../../storage/table/entities/people/session.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { isGeneration } from './session-generation.ts'

export const sessionLifetimeDays = 30

/** A session that nobody uses for so long ends. Uses are recorded once a day, so it may end a day earlier. */
const unusedSessionDays = 14

const hoursBetweenUses = 24

export type IssuedSession = { token: string; expiresAt: Date }

/** A parsed session token: the claimed user, and the secret that proves it. */
export type SessionClaim = { userId: string; secret: string }

const userIdPrefix = 'email:'
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/** Returns undefined if the text cannot be a session token. */
export function parseSessionToken(token: string): SessionClaim | undefined {
  const [, uuid, secret] = tokenPattern.exec(token) ?? []
  return uuid && secret ? { userId: `${userIdPrefix}${uuid}`, secret } : undefined
}

/** A session to write, and its cookie. */
export type NewSession = IssuedSession & {
  sessionHash: string
  writes: { session: TransactionItem; previous: TransactionItem | undefined }
}

/**
 * Returns a session that begins now, to write in one transaction. It expires after 30 days, even if it is used, and after 14
 * days without use.
 *
 * @param generation  That of the account, as read together with the password: a session that is created while all sessions
 *   end is created dead.
 * @param previous  The session that the browser has so far. It ends in the same transaction (OWASP ASVS 5.0, 7.2.4).
 */
export function newSession(
  context: Pick<Context, 'database' | 'now' | 'userAgent'>,
  user: CanonicalUser,
  { generation = 0, previous }: { generation?: number | undefined; previous?: SessionClaim | undefined },
): NewSession {
  const { now } = context
  const secret = newSecret()
  const record = newSessionRecord(context, user, { secret, generation })
  return {
    sessionHash: record.sessionHash,
    token: `${user.id.slice(userIdPrefix.length)}.${secret}`,
    expiresAt: daysAfter(now, sessionLifetimeDays),
    writes: {
      session: { Put: sessionEntity.put(record) },
      previous: previous && { Delete: sessionEntity.delete(keyOfClaim(previous)) },
    },
  }
}

/** The record of a session that begins now. */
export function newSessionRecord(
  { now, userAgent }: Pick<Context, 'now' | 'userAgent'>,
  user: CanonicalUser,
  { secret, generation }: { secret: string; generation: number },
): SessionRecord {
  const expiresAt = daysAfter(now, sessionLifetimeDays)
  return {
    userKey: keyOf(user.id),
    sessionHash: hashSecret(secret),
    userId: user.id,
    displayName: user.displayName,
    email: user.email,
    createdAt: timestampOf(now),
    expiresAt: timestampOf(expiresAt),
    generation,
    lastUsedAt: timestampOf(now),
    ...(userAgent !== undefined && { userAgent }),
    ttl: timeToLiveOf(expiresAt),
  }
}

/** Creates a session on its own. */
export async function createSession(
  context: Parameters<typeof newSession>[0],
  user: CanonicalUser,
  generation?: number,
): Promise<IssuedSession> {
  const session = newSession(context, user, { generation })
  await transact(context.database, session.writes)
  return session
}

export function keyOfClaim({ userId, secret }: SessionClaim): EntityIdentifiers<typeof sessionEntity> {
  return { userKey: keyOf(userId), sessionHash: hashSecret(secret) }
}

/**
 * Returns a session; undefined if it does not exist, was revoked or has expired. Checks the expiry against the clock,
 * because the table may delete expired records days late. Whether all sessions of the user have ended is what the user's
 * record tells.
 */
export async function validateSession(
  context: Context,
  claim: SessionClaim,
): Promise<ConfirmedSession | undefined> {
  const { database, now } = context
  const { userId } = claim
  const key = keyOfClaim(claim)
  const session = await readRecord(database, sessionEntity, key)
  if (!session || !isActive(session, now)) return undefined
  recordUse(context, session)
  const { displayName, email, generation } = session
  const unlessEnded: TransactionItem = {
    ConditionCheck: {
      // Prepared only for a transaction: most requests have none, and it takes a tenth of theirs.
      params: (options) =>
        principalEntity
          .delete({ emailKey: keyOf(email) })
          .where(isGeneration(generation))
          .params(options),
    },
  }
  return {
    user: { id: userId, displayName, email },
    own: { ...key, generation, account: 'email', unlessEnded },
  }
}

/** Whether a session has neither expired nor been unused for too long. */
export function isActive({ expiresAt, lastUsedAt }: SessionRecord, now: Date): boolean {
  const idleSince = timestampOf(daysAfter(now, -unusedSessionDays))
  return expiresAt > timestampOf(now) && lastUsedAt > idleSince
}

/** Records the time of the session's use, at most once a day, even with many concurrent requests. */
export function recordUse(
  { database, now, runInBackground }: Context,
  { userKey, sessionHash, lastUsedAt: known }: SessionRecord,
): void {
  const recently = timestampOf(new Date(now.getTime() - hoursBetweenUses * secondsPerHour * 1000))
  if (known > recently) return
  runInBackground((abortSignal) => {
    const use = sessionEntity
      .patch({ userKey, sessionHash })
      .set({ lastUsedAt: timestampOf(now) })
      .where(({ lastUsedAt }, { lte }) => lte(lastUsedAt, recently))
    return database.client.send(new UpdateCommand(use.params({ table: database.tableName })), { abortSignal })
  })
}

/**
 * Revokes a session: the next request with its cookie is refused. The user is read only once the session is known, because what is
 * read before must not grow with the user.
 */
export async function revokeSession(context: Context, claim: SessionClaim): Promise<void> {
  const session = await readRecord(context.database, sessionEntity, keyOfClaim(claim))
  if (session) await signOut(context, session)
}

/** Deletes a session whose cookie the browser has. */
export async function signOut(context: Context, session: SessionRecord): Promise<void> {
  const { database, now } = context
  const { userKey, sessionHash, userId } = session
  const { stored, organizationId } = await readActingUser(database, userKey)
  const hasEnded = !isActive(session, now) || session.generation !== (stored?.sessionGeneration ?? 0)
  const credential = credentialOf('session', context.userAgent, sessionHash)
  // Fails if the session has been revoked meanwhile. Then it is not signed out a second time.
  await transact(database, {
    session: { Delete: sessionEntity.remove({ userKey, sessionHash }) },
    audit: hasEnded
      ? undefined
      : actingUserAuditEntry(context, { userId, organizationId }, credential, {
          action: 'session.signed_out',
        }),
  })
}
