import type { Event } from '@cairn/contract/schemas/events'
import type { Database } from '../database/client.ts'
import { keyOf } from '../database/keys.ts'
import { readRecords } from '../database/read-record.ts'
import type { FeedEvent } from '../events/feed/read-feed.ts'
import { apiTokenEntity } from '../table/entities/api-token.ts'
import { membershipEntity } from '../table/entities/membership.ts'

type Actor = Event['actor']

/**
 * Reads the names of those who acted, in one round trip: of users as the other members see them, of programs from their API
 * token. Neither is known once it is gone.
 */
export async function readActorNames(
  database: Database,
  organizationId: string,
  events: readonly FeedEvent[],
): Promise<(actor: Actor) => string> {
  const idsOf = (isWanted: (actor: Actor) => boolean) => [
    ...new Set(
      events
        .map(({ event }) => event.actor)
        .filter(isWanted)
        .map(({ id }) => id),
    ),
  ]
  const [members, tokens] = await Promise.all([
    readRecords(
      database,
      membershipEntity,
      idsOf(isUser).map((userId) => ({ userKey: keyOf(userId), organizationId })),
    ),
    readRecords(
      database,
      apiTokenEntity,
      idsOf((actor) => !isUser(actor)).map((tokenId) => ({ tokenId })),
    ),
  ])
  const users = new Map(members.map(({ userId, displayName }) => [userId, displayName]))
  const programs = new Map(
    tokens.flatMap((token) => (token.organizationId === organizationId ? [[token.tokenId, token.name]] : [])),
  )
  return (actor) =>
    isUser(actor)
      ? shortName(users.get(actor.id) ?? 'Former member')
      : shortName(programs.get(actor.id) ?? 'Former program')
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
