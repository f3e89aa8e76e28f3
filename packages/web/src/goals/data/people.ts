import { useQuery } from '@tanstack/react-query'
import type { Pictured } from '../../accounts/picture/avatar.tsx'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { texts } from '../texts.ts'
import { membersQuery } from './queries.ts'

/** The author of a history entry. */
export type Author = {
  userId: string
  /** The program or agent that acted for the user, if any. */
  program?: string | undefined
}

/** The members, and the display names and pictures of user ids. */
export function usePeople() {
  const { user, pictureId } = useSession()
  const organization = useActiveOrganization()
  const { data: members } = useQuery(membersQuery(organization.id))

  function nameOf(userId: string | null): string {
    if (userId === null) return texts.noOwner
    const member = members?.find((candidate) => candidate.userId === userId)
    if (member) return member.displayName
    if (userId === user.id) return user.displayName
    return members ? texts.formerMember : '…'
  }

  /** Returns a member, or undefined: not known yet, no longer one, or nobody. */
  function personOf(userId: string | null): Pictured | undefined {
    const member = members?.find((candidate) => candidate.userId === userId)
    if (member || userId !== user.id) return member
    return { userId, displayName: user.displayName, pictureId }
  }

  /** `Helpdesk bot (agent, run 4711) for Ann`. */
  function authorOf({ userId, program }: Author, reader?: string): string {
    const isReader = userId === reader
    if (program !== undefined) return texts.programFor(program, isReader ? null : nameOf(userId))
    return isReader ? texts.you : nameOf(userId)
  }

  return { members, nameOf, personOf, authorOf }
}
