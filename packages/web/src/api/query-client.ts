import { ApiError } from '@cairn/contract/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportSessionEnd } from '../session/session-end.ts'
import { isApiError, isTransient } from './failures.ts'

const staleMilliseconds = 15_000
const maximumRetries = 2
const longestRetryDelayMilliseconds = 2_000

function watchSession(error: unknown): void {
  if (isApiError(error, 'unauthorized')) reportSessionEnd()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: watchSession }),
  mutationCache: new MutationCache({ onError: watchSession }),
  defaultOptions: {
    queries: {
      staleTime: staleMilliseconds,
      // Offline, a request fails at once and says so, instead of waiting without a word.
      networkMode: 'always',
      retry: (failures, error) => failures < maximumRetries && navigator.onLine && isTransient(error),
      retryDelay: (attempt, error) => {
        const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
        return Math.min(Math.max(asked, 300 * 2 ** attempt), longestRetryDelayMilliseconds)
      },
    },
    // A change is sent again only by the person: every form has a button for it.
    mutations: { networkMode: 'always', retry: false },
  },
})
