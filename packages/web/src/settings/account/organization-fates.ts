import type { Session, SessionOrganization } from '../../accounts/session/session-type.ts'
import { apiIn } from '../../data/api/client.ts'

/** The consequences for organizations when the account is deleted. */
export type Fates = {
  /** The person owns them, and others are in them: the account cannot be deleted. */
  inTheWay: SessionOrganization[]
  /** The person is alone in them. */
  deleted: SessionOrganization[]
  left: SessionOrganization[]
}

export async function readFates({
  organizations,
  user,
}: Pick<Session, 'organizations' | 'user'>): Promise<Fates> {
  const owned = organizations.filter(({ role }) => role === 'owner')
  const isAlone = await Promise.all(
    owned.map(async ({ id }) => {
      const { members } = await apiIn(id).listOrganizationMembers({ query: { limit: 2 } })
      return members.every(({ userId }) => userId === user.id)
    }),
  )
  return {
    inTheWay: owned.filter((_, index) => !isAlone[index]),
    deleted: owned.filter((_, index) => isAlone[index]),
    left: organizations.filter(({ role }) => role !== 'owner'),
  }
}
