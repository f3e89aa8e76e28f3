import type { Context } from '../../../requests/context.ts'
import { hashSecret } from '../../../requests/secrets.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { sessionEntity } from '../../../storage/table/entities/people/session.ts'
import { signOut } from '../sessions/sessions.ts'
import type { ProviderSessionClaim } from './provider-session-token.ts'
import { openIdToken } from './provider-session-token.ts'

/** Revokes the session of a browser. Returns its identity token, if it has one; undefined if there is no such session. */
export async function revokeProviderSession(
  context: Context,
  { userId, providerSessionKey, secret }: ProviderSessionClaim,
): Promise<{ idToken: string | undefined } | undefined> {
  const key = { userKey: keyOf(userId), sessionHash: hashSecret(secret) }
  const session = await readRecord(context.database, sessionEntity, key)
  if (!session || session.providerSessionKey !== providerSessionKey) return undefined
  await signOut(context, session)
  return { idToken: openIdToken(session.sealedIdToken, secret) }
}
