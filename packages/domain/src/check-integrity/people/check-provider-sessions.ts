import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import type { Check, Report } from '../finding.ts'

type Begun = { key: RecordKey; userKey: string; expiresAt: string }

/**
 * Checks that a session that an OpenID provider's began has the record of that one, which lasts as long and is of the same user: without
 * it, the session cannot be ended by the provider, and is refused.
 *
 * @param now  Decides which sessions have expired: the table deletes them in any order.
 */
export function checkProviderSessions(report: Report, now: Date): Check {
  /** By key of the provider's session. */
  const known = new Map<string, { userKey: string | undefined; expiresAt: string }>()
  /** Of each provider's session and user the one that lasts longest. */
  const begun = new Map<string, Map<string, Begun>>()

  function add(providerSessionKey: string, session: Begun): void {
    const ofUsers = begun.get(providerSessionKey) ?? new Map<string, Begun>()
    begun.set(providerSessionKey, ofUsers)
    const longest = ofUsers.get(session.userKey)
    if (!longest || longest.expiresAt < session.expiresAt) ofUsers.set(session.userKey, session)
  }

  function see(record: StoredRecord): void {
    const { pk, sk } = record
    if (record.__edb_e__ === 'providerSession') {
      const { providerSessionKey, userKey, expiresAt } = record
      known.set(providerSessionKey, { userKey, expiresAt })
    }
    if (record.__edb_e__ !== 'session' || record.providerSessionKey === undefined) return
    const { providerSessionKey, userKey, expiresAt } = record
    if (Date.parse(expiresAt) <= now.getTime()) return
    if (record.begunBy !== 'provider') {
      report('broken', record, "a session names a provider's session, but no provider began it")
    }
    add(providerSessionKey, { key: { pk, sk }, userKey, expiresAt })
  }

  return {
    see,
    end() {
      for (const [providerSessionKey, sessions] of begun) {
        const provided = known.get(providerSessionKey)
        for (const { key, userKey, expiresAt } of sessions.values()) {
          if (!provided) {
            report('broken', key, "a session was begun by a provider's session that does not exist")
          } else if (provided.userKey !== userKey) {
            report('broken', key, "a session was begun by a provider's session of another user")
          } else if (provided.expiresAt < expiresAt) {
            report('broken', key, "a session lasts longer than the provider's session that began it")
          }
        }
      }
    },
  }
}
