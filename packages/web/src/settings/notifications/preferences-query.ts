import { queryOptions } from '@tanstack/react-query'
import { personApi } from '../../data/api/client.ts'

/** Which emails the person gets, in all organizations. */
export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: async () => (await personApi.getNotificationPreferences()).preferences,
})
