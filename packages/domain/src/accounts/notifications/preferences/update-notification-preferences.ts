import type { Implementation } from '../../../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { unavailable } from '../../../storage/database/unavailable.ts'
import { profileWrites } from '../../auth/profile/profile-writes.ts'
import { sessionHasEnded } from '../../auth/sessions/own-session.ts'
import { newPerson, preferencesOf, readPerson, writePerson } from '../person.ts'
import { changePreferences } from './change-preferences.ts'

/** Changes which emails the caller gets, when, and in which language, with every provider. */
export const updateNotificationPreferences: Implementation<'updateNotificationPreferences'> = async (
  { database, now },
  access,
  { body: { language, ...changes } },
) =>
  retryOnLostRace(database, async () => {
    const [stored] = await Promise.all([readPerson(database, access.user.id), access.membership()])
    const person = stored ?? newPerson(access.user.id, now)
    const changed = changePreferences(person, changes, now)
    const failed = await transact<string>(database, {
      person: writePerson(changed),
      ...(language && profileWrites(access, { language })),
    })
    if (failed.includes('user')) throw sessionHasEnded()
    // The address of the account has changed since the request began.
    if (failed.includes('principal')) throw unavailable()
    if (failed.length > 0) return lostRace
    return {
      preferences: { ...preferencesOf(changed), language: language ?? access.stored.language ?? 'en' },
    }
  })
