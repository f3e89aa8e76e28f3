import type { GoalEdit } from '@cairn/contract/schemas/goal-history'
import { useQuery } from '@tanstack/react-query'
import { programWords } from '../feed/program-words.ts'
import { useActiveOrganization, useSession } from '../session/session.ts'
import { membersQuery } from './queries.ts'

/** Who wrote an entry of a history. */
export type Author = {
  userId: string
  /** What acted for the user, if it was a program or an agent. */
  program?: string | undefined
}

export function authorIn({ authorityUserId, actor, actorName }: Entry): Author {
  if (actor.kind === 'user') return { userId: authorityUserId }
  const { name, details } = programWords(actor, actorName)
  return { userId: authorityUserId, program: `${name}${details}` }
}

type Entry = Pick<GoalEdit, 'authorityUserId' | 'actor' | 'actorName'>

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

  /** `Helpdesk bot (agent, run 4711) for Ann`. */
  function authorOf({ userId, program }: Author, reader?: string): string {
    const person = userId === reader ? (program === undefined ? 'You' : 'you') : nameOf(userId)
    return program === undefined ? person : `${program} for ${person}`
  }

  return { members, nameOf, authorOf }
}
