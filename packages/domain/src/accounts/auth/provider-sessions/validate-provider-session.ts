import type { ConfirmedSession } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import { hashSecret } from '../../../requests/secrets.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { providerAccountEntity } from '../../../storage/table/entities/people/provider-sessions/provider-account.ts'
import { providerSessionEntity } from '../../../storage/table/entities/people/provider-sessions/provider-session.ts'
import { sessionEntity } from '../../../storage/table/entities/people/session.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
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
  const { displayName, email, generation } = session
  const { userKey } = key
  const unlessEnded: TransactionItem = {
    // Prepared only for a transaction.
    ConditionCheck: {
      params: (options) =>
        providerAccountEntity.delete({ userKey }).where(isGeneration(generation)).params(options),
    },
  }
  return {
    user: { id: userId, displayName, email },
    own: { ...key, generation, account: 'provider', unlessEnded },
  }
}
