import type { Brief } from '@cairn/contract/schemas/feed/brief'
import type { Event, NamedEvent } from '@cairn/contract/schemas/feed/events'
import type { Database } from '../database/client.ts'
import type { FeedEvent } from '../events/feed/read-feed.ts'
import { readNames } from '../organizations/read-names.ts'

type Actor = Event['actor']

export type EventNames = {
  /** The event with the name of the user or program that acted, once. */
  named: (event: Event) => NamedEvent
  /** The users in an event, without former members. */
  people: (event: Event) => Brief['people']
}

/**
 * Reads the names of those who occur in events, in one round trip: of users as the other members see them, of programs whose
 * events do not say it from their API token. Neither is known once it is gone.
 */
export async function readEventNames(
  database: Database,
  organizationId: string,
  events: readonly Pick<FeedEvent, 'event'>[],
): Promise<EventNames> {
<<<<<<< HEAD
  const userIds = new Set(events.flatMap(({ event }) => usersIn(event)))
  const unnamed = events.filter(({ event }) => !isUser(event.actor) && event.actorName === undefined)
  const tokenIds = new Set(unnamed.map(({ event }) => event.actor.id))
  const [members, tokens] = await Promise.all([
    readRecords(
      database,
      membershipEntity,
      [...userIds].map((userId) => ({ userKey: keyOf(userId), organizationId })),
    ),
    readRecords(
      database,
      apiTokenEntity,
      [...tokenIds].map((tokenId) => ({ tokenId })),
    ),
  ])
  const users = new Map(members.map(({ userId, displayName }) => [userId, shortName(displayName)]))
  const own = tokens.filter((token) => token.organizationId === organizationId)
  const names = new Map(own.map(({ tokenId, name }) => [tokenId, shortName(name)]))
  return {
    named: ({ actorName, ...event }) => {
      const { actor } = event
      const displayName = isUser(actor)
        ? (users.get(actor.id) ?? 'Former member')
        : shortName(actorName ?? names.get(actor.id) ?? 'Former program')
      return { ...event, actor: { ...actor, displayName } } as NamedEvent
    },
=======
  const names = await readNames(database, organizationId, {
    userIds: events.flatMap(({ event }) => usersIn(event)),
    actors: events.map(({ event }) => event.actor),
  })
  return {
    actor: names.actor,
>>>>>>> 8cea7a0 (feat: Model Context Protocol at POST /mcp)
    people: (event) =>
      usersIn(event).flatMap((id) => {
        const displayName = names.member(id)
        return displayName === undefined ? [] : [{ id, displayName }]
      }),
  }
}

/** Who acted, in whose name, and whom it is about. Each once. */
function usersIn({ actor, authorityUserId, data }: Event): string[] {
  const ids = [actor.kind === 'user' ? actor.id : null, authorityUserId]
  if ('userId' in data) ids.push(data.userId)
  if ('ownerUserId' in data) ids.push(data.ownerUserId)
  return [...new Set(ids.filter((id) => id !== null))]
}
