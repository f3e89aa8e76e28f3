import type { Database } from '@cairn/domain/storage/database/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { transact } from '@cairn/domain/storage/database/transaction'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { providerSessionEntity } from '@cairn/domain/storage/table/entities/people/provider-sessions/provider-session'
import { sessionEntity } from '@cairn/domain/storage/table/entities/people/session'
import { type Corruption, changed, without } from './corruptions.ts'

const providerSessionKey = keyOf('session at the provider')
const days = (count: number) => {
  const seconds = Math.floor(Date.now() / 1000) + count * 86_400
  return { expiresAt: new Date(seconds * 1000).toISOString(), ttl: seconds }
}

/** A session that a session at an OpenID provider began, as after a sign-in. */
export async function writeProviderSession(database: Database, userId: string): Promise<void> {
  const userKey = keyOf(userId)
  await transact(database, {
    session: {
      Put: sessionEntity.put({
        userKey,
        userId,
        sessionHash: keyOf('secret'),
        displayName: 'Ada',
        email: 'ada@example.com',
        createdAt: new Date().toISOString(),
        generation: 0,
        lastUsedAt: new Date().toISOString(),
        begunBy: 'provider',
        providerSessionKey,
        ...days(30),
      }),
    },
    providerSession: {
      Put: providerSessionEntity.put({
        providerSessionKey,
        userKey,
        ...days(30),
      }),
    },
  })
}

const isBegun = (record: AnyRecord) => 'providerSessionKey' in record

/** Corruptions of sessions that an OpenID provider's sessions began. */
export const providerSessionCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    "a session whose provider's session is missing",
    { kind: 'providerSession' },
    "by a provider's session that does not exist",
  ],
  [
    "a session whose provider's session is somebody else's",
    { kind: 'providerSession', corrupt: changed({ userKey: keyOf('somebody else') }) },
    "by a provider's session of another user",
  ],
  [
    "a session whose provider's session is nobody's",
    { kind: 'providerSession', corrupt: without('userKey') },
    "by a provider's session of another user",
  ],
  [
    "a session that lasts longer than the provider's",
    { kind: 'session', which: isBegun, corrupt: changed(days(31)) },
    "a session lasts longer than the provider's session",
  ],
  [
    "a session of the built-in provider that names a provider's session",
    { kind: 'session', which: isBegun, corrupt: without('begunBy') },
    'but no provider began it',
  ],
]
