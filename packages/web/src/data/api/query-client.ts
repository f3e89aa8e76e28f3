import { ApiError } from '@cairn/contract/http/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isReadingOffline } from '../offline/reading.ts'
import { isApiError, isTransient } from './failures/failures.ts'

/** The query key of the session: the person and their organizations. */
export const sessionKey = ['session']

const staleMilliseconds = 15_000
const maximumRetries = 2
const longestRetryDelayMilliseconds = 2_000

/** Spreads the tabs of a person that were refused together. */
const longestExtraDelayMilliseconds = 2_000

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (!isApiError(error, 'too_many_requests')) return
      const milliseconds =
        (error.retryAfterSeconds ?? 1) * 1_000 + Math.random() * longestExtraDelayMilliseconds
      setTimeout(() => {
        const isStillRefused = queryClient.getQueryState(queryKey)?.error === error
        // Data that no page shows any more is loaded again when one does.
        if (isStillRefused) void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' })
      }, milliseconds)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: staleMilliseconds,
      // Offline, fail immediately and say so instead of waiting silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Data last seen is shown without a failure for each part of it.
      refetchOnMount: () => !isReadingOffline(),
      refetchOnWindowFocus: () => !isReadingOffline(),
      // After too many requests, say so at once. `onError` loads again when the service allows it.
      retry: (failures, error) =>
        failures < maximumRetries &&
        navigator.onLine &&
        isTransient(error) &&
        !isApiError(error, 'too_many_requests'),
      retryDelay: (attempt, error) => {
        const retryAfter = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
        return Math.min(Math.max(retryAfter, 300 * 2 ** attempt), longestRetryDelayMilliseconds)
      },
    },
  },
})
