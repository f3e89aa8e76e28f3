import type { Implementation } from '../operation.ts'
import { newPerson, preferencesOf, readPerson } from './person.ts'

export const getNotificationPreferences: Implementation<'getNotificationPreferences'> = async (
  { database, now },
  { user, membership },
) => {
  const [person] = await Promise.all([readPerson(database, user.id), membership()])
  return { preferences: preferencesOf(person ?? newPerson(user.id, now)) }
}
