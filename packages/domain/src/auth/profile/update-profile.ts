import { accountAuditEntry } from '../../audit/account-audit-entry.ts'
import { keyOf } from '../../database/keys.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import { unavailable } from '../../database/unavailable.ts'
import { changePreferences } from '../../notifications/change-preferences.ts'
import { newPerson, preferencesOf, readPerson, writePerson } from '../../notifications/person.ts'
import type { Implementation } from '../../operation.ts'
import { principalEntity } from '../../table/entities/principal.ts'
import { userEntity } from '../../table/entities/user.ts'
import { updateRecord } from '../../table/entity/writes.ts'
import { requireOwnSession, sessionHasEnded } from '../sessions/own-session.ts'
import { isGeneration } from '../sessions/session-generation.ts'

/**
 * Changes the caller's name and time zone. The time zone is that of the notification preferences. Member lists show a new name
 * after the user's next `getAuthSession`, as they do with other providers.
 */
export const updateProfile: Implementation<'updateProfile'> = async (context, access, { body }) => {
  const { database, now } = context
  const { displayName, timeZone } = body
  const { generation, userKey } = requireOwnSession(access)
  const { user } = access
  // Without values: a name must disappear with the account.
  const changes = Object.keys(body).map((field) => ({ field, from: null, to: null }))
  return retryOnLostRace(database, async () => {
    const [stored, audit] = await Promise.all([
      readPerson(database, user.id),
      accountAuditEntry(context, access, { action: 'account.profile_changed', changes }),
    ])
    const person = stored ?? newPerson(user.id, now)
    const changed = timeZone === undefined ? person : changePreferences(person, { timeZone }, now)
    const failed = await transact(database, {
      user: updateRecord(
        database,
        userEntity,
        { userKey },
        { set: { displayName }, where: isGeneration(generation) },
      ),
      principal:
        displayName === undefined
          ? undefined
          : updateRecord(
              database,
              principalEntity,
              { emailKey: keyOf(user.email) },
              { set: { displayName }, where: ({ userId }, { eq }) => eq(userId, user.id) },
            ),
      person: timeZone === undefined ? undefined : writePerson(database, changed),
      audit,
    })
    if (failed.includes('user')) throw sessionHasEnded()
    // The address of the account has changed since the request began.
    if (failed.includes('principal')) throw unavailable()
    if (failed.length > 0) return lostRace
    return {
      user: { ...user, displayName: displayName ?? user.displayName },
      timeZone: preferencesOf(changed).timeZone,
    }
  })
}
