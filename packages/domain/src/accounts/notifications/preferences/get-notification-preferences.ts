import type { Implementation } from '../../../requests/operation.ts'
import { newPerson, preferencesOf, readPerson } from '../person.ts'

export const getNotificationPreferences: Implementation<'getNotificationPreferences'> = async (
  { database, now },
  { user, stored: { language = 'en' }, membership },
) => {
  const [person] = await Promise.all([readPerson(database, user.id), membership()])
  return { preferences: { ...preferencesOf(person ?? newPerson(user.id, now)), language } }
}
