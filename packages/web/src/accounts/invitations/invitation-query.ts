import { acceptOrganizationInvitationRequest } from '@cairn/contract/schemas/people/invitations'
import { queryOptions } from '@tanstack/react-query'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { queryClient } from '../../data/api/query-client.ts'

/** The invitation's sender, recipient and organization, or null if it cannot be accepted. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: async () => {
      try {
        return await personApi.previewOrganizationInvitation({ body: { token } })
      } catch (error) {
        if (isApiError(error, 'invitation_not_found')) return null
        throw error
      }
    },
  })
}

export function isInvitationToken(token: string): boolean {
  return acceptOrganizationInvitationRequest().safeParse({ token }).success
}

/**
 * Returns the invitation that somebody comes from who signs in, or registers, to return to its page. Undefined if it
 * cannot be accepted, or cannot be read: signing in must not depend on it.
 */
export async function loadInvitation(returnTo: string) {
  const [, token = ''] = /^\/invitations\/([^/?#]+)$/.exec(returnTo) ?? []
  if (!isInvitationToken(token)) return undefined
  const invitation = await queryClient.ensureQueryData(invitationQuery(token)).catch(() => null)
  return invitation ? { ...invitation, token } : undefined
}
