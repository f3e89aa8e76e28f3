import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { changePreferences } from './change-preferences.ts'
import { newPerson, preferencesOf, readPerson, writePerson } from './person.ts'

export const updateNotificationPreferences: Implementation<'updateNotificationPreferences'> = async (
  { database, now },
  { user, membership },
  { body },
) =>
  retryOnLostRace(database, async () => {
    const [stored] = await Promise.all([readPerson(database, user.id), membership()])
    const person = stored ?? newPerson(user.id, now)
    const changed = changePreferences(person, body, now)
    const failed = await transact(database, { person: writePerson(database, changed) })
    return failed.length > 0 ? lostRace : { preferences: preferencesOf(changed) }
  })
