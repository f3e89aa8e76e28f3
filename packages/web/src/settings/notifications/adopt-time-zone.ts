import type { QueryClient } from '@tanstack/react-query'
import { personApi } from '../../data/api/client.ts'
import { browserTimeZone } from '../../presentation/time/format.ts'
import { preferencesQuery } from './preferences-query.ts'

const storageKey = 'cairn.timeZoneKnown'

function isKnown(userId: string): boolean {
  try {
    return localStorage.getItem(storageKey) === userId
  } catch {
    return false
  }
}

function remember(userId: string): void {
  try {
    localStorage.setItem(storageKey, userId)
  } catch {
    // Storage is blocked. The next page asks again.
  }
}

/**
 * Sets the time zone of somebody who never chose one to the browser's, so that "tomorrow" in an email is their tomorrow.
 * Asks the service once per browser and person.
 */
export async function adoptTimeZone(queryClient: QueryClient, userId: string): Promise<void> {
  if (isKnown(userId)) return
  const preferences = await queryClient.fetchQuery(preferencesQuery)
  if (preferences.timeZone === null) {
    const body = { timeZone: browserTimeZone() }
    const changed = await personApi.updateNotificationPreferences({ body })
    queryClient.setQueryData(preferencesQuery.queryKey, changed.preferences)
  }
  remember(userId)
}
