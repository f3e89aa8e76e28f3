import { useQuery } from '@tanstack/react-query'
import { useActiveOrganization, useSession } from '../session/session.ts'
import { membersQuery } from './queries.ts'

/** The members, and the display names of user ids. */
export function usePeople() {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const { data: members } = useQuery(membersQuery(organization.id))

  function nameOf(userId: string | null): string {
    if (userId === null) return 'No owner'
    const member = members?.find((candidate) => candidate.userId === userId)
    if (member) return member.displayName
    if (userId === user.id) return user.displayName
    return members ? 'Former member' : '…'
  }

  return { members, nameOf }
}
