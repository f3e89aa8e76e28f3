import type { Implementation } from '../operation.ts'
import { newPerson, preferencesOf, readPerson } from './person.ts'

export const getNotificationPreferences: Implementation<'getNotificationPreferences'> = async (
  { database, now },
  { user },
) => {
  const person = await readPerson(database, user.id)
  return { preferences: preferencesOf(person ?? newPerson(user.id, now)) }
}
