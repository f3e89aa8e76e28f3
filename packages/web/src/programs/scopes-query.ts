import { queryOptions } from '@tanstack/react-query'
import { personApi } from '../data/api/client.ts'

/** Everything that a token or a program can be allowed, with a sentence for each. */
export const scopesQuery = queryOptions({
  queryKey: ['api-token-scopes'],
  queryFn: async () => (await personApi.listApiTokenScopes()).scopes,
  staleTime: Number.POSITIVE_INFINITY,
})
