import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { Database } from '../database/client.ts'
import { keyOf } from '../database/keys.ts'
import { readRecords } from '../database/read-record.ts'
import { apiTokenEntity } from '../table/entities/api-token.ts'
import { membershipEntity } from '../table/entities/membership.ts'

type Actor = GoalUpdate['actor']

export type Names = {
  /** Of a user, as the other members see it. */
  user: (userId: string) => string
  /** Undefined for somebody who is no member. */
  member: (userId: string) => string | undefined
  /** Of a user or a program. */
  actor: (actor: Actor) => string
}

/**
 * Reads the names of people and programs of an organization, in one round trip. Neither is known once it is gone.
 */
export async function readNames(
  database: Database,
  organizationId: string,
  { userIds, actors = [] }: { userIds: readonly string[]; actors?: readonly Actor[] },
): Promise<Names> {
  const people = new Set([...userIds, ...actors.filter(isUser).map(({ id }) => id)])
  const tokenIds = new Set(actors.filter((actor) => !isUser(actor)).map(({ id }) => id))
  const [members, tokens] = await Promise.all([
    readRecords(
      database,
      membershipEntity,
      [...people].map((userId) => ({ userKey: keyOf(userId), organizationId })),
    ),
    readRecords(
      database,
      apiTokenEntity,
      [...tokenIds].map((tokenId) => ({ tokenId })),
    ),
  ])
  const users = new Map(members.map(({ userId, displayName }) => [userId, shortName(displayName)]))
  const own = tokens.filter((token) => token.organizationId === organizationId)
  const programs = new Map(own.map(({ tokenId, name }) => [tokenId, shortName(name)]))
  const user = (userId: string) => users.get(userId) ?? 'Former member'
  return {
    user,
    member: (userId) => users.get(userId),
    actor: (actor) => (isUser(actor) ? user(actor.id) : (programs.get(actor.id) ?? 'Former program')),
  }
}

function isUser({ kind }: Actor): boolean {
  return kind === 'user'
}

/** Providers may accept longer names than we do, which would fill a brief. */
const maximumNameLength = 100

/** The name, cut to 100 characters. */
export function shortName(name: string): string {
  if (name.length <= maximumNameLength) return name
  return [...name].slice(0, maximumNameLength).join('')
}
