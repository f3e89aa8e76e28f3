import { queryOptions } from '@tanstack/react-query'
import { personApi } from '../data/api/client.ts'
import { isApiError } from '../data/api/failures/failures.ts'

/** What a program asks for, or null if nothing waits for a decision in this browser. */
export function consentQuery(consentId: string) {
  return queryOptions({
    queryKey: ['oauth-consent', consentId],
    queryFn: async () => {
      try {
        return (await personApi.getOAuthConsent({ params: { consentId } })).consent
      } catch (error) {
        if (isApiError(error, 'oauth_consent_not_found')) return null
        throw error
      }
    },
    // Only a decision changes it, and a background request could replace the page under the person's hand.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
