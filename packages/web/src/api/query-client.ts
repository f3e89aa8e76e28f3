import { ApiError } from '@cairn/contract/client'
import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './failures.ts'

/** The query key of the session: the person and their organizations. */
export const sessionKey = ['session']

const staleMilliseconds = 15_000
const maximumRetries = 2
const longestRetryDelayMilliseconds = 2_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMilliseconds,
      // Offline, fail immediately and say so instead of waiting silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < maximumRetries && navigator.onLine && isTransient(error),
      retryDelay: (attempt, error) => {
        const retryAfter = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
        return Math.min(Math.max(retryAfter, 300 * 2 ** attempt), longestRetryDelayMilliseconds)
      },
    },
  },
})
