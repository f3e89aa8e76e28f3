import { ApiError } from '@cairn/contract/client'
import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './failures.ts'

/** Under which the session is kept: who is signed in, and the organizations of that person. */
export const sessionKey = ['session']

const staleMilliseconds = 15_000
const maximumRetries = 2
const longestRetryDelayMilliseconds = 2_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMilliseconds,
      // Offline, a request fails at once and says so, instead of waiting without a word.
      networkMode: 'always',
      // And goes again by itself when the connection is back.
      refetchOnReconnect: true,
      retry: (failures, error) => failures < maximumRetries && navigator.onLine && isTransient(error),
      retryDelay: (attempt, error) => {
        const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
        return Math.min(Math.max(asked, 300 * 2 ** attempt), longestRetryDelayMilliseconds)
      },
    },
  },
})
