import { actingUserAuditEntry, readActingUser } from '../../../organizations/audit/account-audit-entry.ts'
import { credentialOf } from '../../../organizations/audit/audit-entry.ts'
import { joinAtFirstSignIn } from '../../../organizations/invitations/join-at-first-sign-in.ts'
import { invitationOfToken } from '../../../organizations/invitations/link/invitation-of-token.ts'
import type { CanonicalUser } from '../../../requests/access.ts'
import { daysAfter, secondsPerDay, timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { newSecret } from '../../../requests/secrets.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { providerAccountEntity } from '../../../storage/table/entities/people/provider-sessions/provider-account.ts'
import { providerSessionEntity } from '../../../storage/table/entities/people/provider-sessions/provider-session.ts'
import { type SessionRecord, sessionEntity } from '../../../storage/table/entities/people/session.ts'
import { type UserRecord, userEntity } from '../../../storage/table/entities/people/user.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { isGeneration } from '../sessions/session-generation.ts'
import { keyOfClaim, newSessionRecord, sessionLifetimeDays } from '../sessions/sessions.ts'
import { type ProviderSessionClaim, providerSessionToken, sealIdToken } from './provider-session-token.ts'

const inFlightMilliseconds = 30_000

/** The result of a sign-in at the provider. */
export type ProviderSignIn = {
  /** Undefined if the provider has not named its session. */
  providerSessionKey: string | undefined
  /** For the provider's logout. */
  idToken: string
  /** The session that the browser has so far, which ends (OWASP ASVS 5.0, 7.2.4). */
  previous: ProviderSessionClaim | undefined
  /** Of the invitation that the person came from. A new user who accepts it gets no organization of their own. */
  invitationToken: string | undefined
}

/** `joined`: an invitation was accepted. `refused`: there is no session. */
type Outcome = 'signed_in' | 'joined' | 'refused'

/**
 * Signs a person in whom an OpenID provider has just vouched for, and sets the cookie. The user's record takes the name and address
 * that the provider says now. The first sign-in of a person who came from an invitation accepts it. Refuses if the provider has
 * ended its session meanwhile, or its session belongs to somebody else.
 */
export async function beginProviderSession(
  context: RequestContext,
  user: CanonicalUser,
  { providerSessionKey, idToken, previous, invitationToken }: ProviderSignIn,
): Promise<Outcome> {
  const { database, cookies } = context
  const userKey = keyOf(user.id)
  const [{ stored, organizationId }, account, earlier, invitation] = await Promise.all([
    readActingUser(database, userKey),
    readRecord(database, providerAccountEntity, { userKey }),
    previous && readRecord(database, sessionEntity, keyOfClaim(previous)),
    invitationToken === undefined ? undefined : invitationOfToken(context, user.email, invitationToken),
  ])
  const secret = newSecret()
  const { sessionGeneration = 0 } = stored ?? account ?? {}
  const sealedIdToken = sealIdToken(idToken, secret)
  const session = {
    ...newSessionRecord(context, user, { secret, generation: sessionGeneration }),
    begunBy: 'provider' as const,
    ...(providerSessionKey !== undefined && { providerSessionKey }),
    ...(sealedIdToken !== undefined && { sealedIdToken }),
  }
  const credential = credentialOf('identity_provider', context.userAgent, session.sessionHash)
  const signIn = {
    session: { Put: sessionEntity.put(session) },
    previous: earlier ? endPrevious(context, earlier, userKey) : undefined,
    providerSession:
      providerSessionKey === undefined ? undefined : claim(context, providerSessionKey, userKey),
  }
  const begun = (outcome: Outcome): Outcome => {
    const token = providerSessionToken({ userId: user.id, providerSessionKey, secret })
    cookies.set('session', token, sessionLifetimeDays * secondsPerDay)
    return outcome
  }
  if (!stored && invitation) {
    const unlessEnded = {
      ConditionCheck: providerAccountEntity.delete({ userKey }).where(isGeneration(sessionGeneration)),
    }
    const options = { sessionGeneration, credential, signIn: { ...signIn, unlessEnded } }
    if (await joinAtFirstSignIn(context, user, invitation, options)) return begun('joined')
  }
  const writes = {
    ...signIn,
    user: stored && isOutdated(stored, user) ? takeProfile(userKey, user) : undefined,
    audit: actingUserAuditEntry(context, { userId: user.id, organizationId }, credential, {
      action: 'session.signed_in',
    }),
  }
  let failed = await transact(database, writes)
  // The earlier session has ended meanwhile.
  if (failed.every((name) => name === 'previous') && failed.length > 0) {
    failed = await transact(database, { ...writes, previous: undefined })
  }
  return failed.length > 0 ? 'refused' : begun('signed_in')
}

/**
 * Ends the session that the browser had: at once if it is somebody else's. That of the same person may have requests on their way from
 * other tabs, whose refusal would clear the new cookie, so it ends in 30 seconds.
 */
function endPrevious(
  { now }: RequestContext,
  { userKey: whose, sessionHash, expiresAt }: SessionRecord,
  userKey: string,
): TransactionItem {
  const key = { userKey: whose, sessionHash }
  if (whose !== userKey) return { Delete: sessionEntity.delete(key) }
  const end = new Date(Math.min(Date.parse(expiresAt), now.getTime() + inFlightMilliseconds))
  return { Update: sessionEntity.patch(key).set({ expiresAt: timestampOf(end), ttl: timeToLiveOf(end) }) }
}

function takeProfile(userKey: string, { displayName, email }: CanonicalUser): TransactionItem {
  return { Update: userEntity.patch({ userKey }).set({ displayName, email }) }
}

/** Records whose session at the provider it is. Fails if it has ended, or is somebody else's. */
function claim({ now }: RequestContext, providerSessionKey: string, userKey: string): TransactionItem {
  const expiresAt = daysAfter(now, sessionLifetimeDays)
  return {
    Update: providerSessionEntity
      .update({ providerSessionKey })
      .set({ userKey, expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) })
      .where(
        (known, { eq, notExists }) =>
          `${notExists(known.endedAt)} AND (${notExists(known.userKey)} OR ${eq(known.userKey, userKey)})`,
      ),
  }
}

function isOutdated(stored: UserRecord, { displayName, email }: CanonicalUser): boolean {
  return stored.displayName !== displayName || stored.email !== email
}
