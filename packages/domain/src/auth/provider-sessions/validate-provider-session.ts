import type { ConfirmedSession } from '../../access.ts'
import type { Context } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { hashSecret } from '../../secrets.ts'
import { providerAccountEntity } from '../../table/entities/provider-sessions/provider-account.ts'
import { providerSessionEntity } from '../../table/entities/provider-sessions/provider-session.ts'
import { sessionEntity } from '../../table/entities/session.ts'
import { checkRecord } from '../../table/entity/writes.ts'
import { isGeneration } from '../sessions/session-generation.ts'
import { isActive, recordUse } from '../sessions/sessions.ts'
import { hasEnded } from './ended-provider-sessions.ts'
import type { ProviderSessionClaim } from './provider-session-token.ts'

/**
 * Returns a session that an OpenID provider began; undefined if it does not exist, was revoked, has expired, or has ended at the
 * provider. The claim must name the provider's session that the record names: somebody with a stolen cookie could otherwise
 * leave it out and stay signed in.
 */
export async function validateProviderSession(
  context: Context,
  { userId, providerSessionKey, secret }: ProviderSessionClaim,
): Promise<ConfirmedSession | undefined> {
  const { database, now } = context
  const key = { userKey: keyOf(userId), sessionHash: hashSecret(secret) }
  const [session, begunBy] = await Promise.all([
    readRecord(database, sessionEntity, key),
    providerSessionKey === undefined
      ? undefined
      : readRecord(database, providerSessionEntity, { providerSessionKey }),
  ])
  if (!session || !isActive(session, now) || session.providerSessionKey !== providerSessionKey)
    return undefined
  if (begunBy !== undefined && hasEnded(begunBy)) return undefined
  recordUse(context, session)
  const { displayName, email, generation = 0 } = session
  const { userKey } = key
  const unlessEnded = checkRecord(database, providerAccountEntity, { userKey }, isGeneration(generation))
  return {
    user: { id: userId, displayName, email },
    own: { ...key, generation, account: 'provider', unlessEnded },
  }
}
