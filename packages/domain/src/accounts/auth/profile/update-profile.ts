import { accountAuditEntry } from '../../../organizations/audit/account-audit-entry.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { unavailable } from '../../../storage/database/unavailable.ts'
import { newPerson, preferencesOf, readPerson, writePerson } from '../../notifications/person.ts'
import { changePreferences } from '../../notifications/preferences/change-preferences.ts'
import { requireOwnSession, sessionHasEnded } from '../sessions/own-session.ts'
import { profileWrites } from './profile-writes.ts'

/**
 * Changes the caller's name, time zone and language. The last two are those of the notification preferences. Member lists show a new
 * name after the user's next `getAuthSession`, as they do with other providers.
 */
export const updateProfile: Implementation<'updateProfile'> = async (context, access, { body }) => {
  const { database, now } = context
  const { displayName, timeZone, language } = body
  const { user, stored: account } = access
  requireOwnSession(access)
  // Without values: a name must disappear with the account.
  const changes = Object.keys(body).map((field) => ({ field, from: null, to: null }))
  return retryOnLostRace(database, async () => {
    const [stored, audit] = await Promise.all([
      readPerson(database, user.id),
      accountAuditEntry(context, access, { action: 'account.profile_changed', changes }),
    ])
    const person = stored ?? newPerson(user.id, now)
    const changed = timeZone === undefined ? person : changePreferences(person, { timeZone }, now)
    const failed = await transact<string>(database, {
      ...profileWrites(access, { displayName, language }),
      person: timeZone === undefined ? undefined : writePerson(changed),
      audit,
    })
    if (failed.includes('user')) throw sessionHasEnded()
    // The address of the account has changed since the request began.
    if (failed.includes('principal')) throw unavailable()
    if (failed.length > 0) return lostRace
    return {
      user: { ...user, displayName: displayName ?? user.displayName },
      timeZone: preferencesOf(changed).timeZone,
      language: language ?? account.language ?? 'en',
    }
  })
}
