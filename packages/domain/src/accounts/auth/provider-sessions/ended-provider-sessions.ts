import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  type ProviderSessionRecord,
  providerSessionEntity,
} from '../../../storage/table/entities/people/provider-sessions/provider-session.ts'
import type { SessionRecord } from '../../../storage/table/entities/people/session.ts'

/** Whether sessions that a provider's session began have ended with it. Without the record nobody can tell, so they have. */
export function hasEnded(stored: ProviderSessionRecord | null): boolean {
  return stored === null || stored.endedAt !== undefined
}

/** Returns the keys of the provider's sessions that have ended, of those that began these sessions. */
export async function endedProviderSessions(
  database: Database,
  sessions: readonly SessionRecord[],
): Promise<Set<string>> {
  const keys = new Set(sessions.map(({ providerSessionKey }) => providerSessionKey))
  const known = [...keys].filter((key) => key !== undefined)
  const ended = await Promise.all(
    known.map(async (providerSessionKey) =>
      hasEnded(await readRecord(database, providerSessionEntity, { providerSessionKey })),
    ),
  )
  return new Set(known.filter((_, index) => ended[index]))
}
