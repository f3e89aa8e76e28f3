import type { Brief } from '@cairn/contract/schemas/feed/brief'
import type { Event, NamedEvent } from '@cairn/contract/schemas/feed/events'
import type { FeedEvent } from '../../events/feed/read-feed.ts'
import { formerMember, readNames, shortName } from '../../organizations/context/read-names.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'

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
  const unnamed = events.filter(({ event }) => !isUser(event.actor) && event.actorName === undefined)
  const tokenIds = new Set(unnamed.map(({ event }) => event.actor.id))
  const [nameOf, tokens] = await Promise.all([
    readNames(
      database,
      organizationId,
      events.flatMap(({ event }) => usersIn(event)),
    ),
    readRecords(
      database,
      apiTokenEntity,
      [...tokenIds].map((tokenId) => ({ tokenId })),
    ),
  ])
  const own = tokens.filter((token) => token.organizationId === organizationId)
  const names = new Map(own.map(({ tokenId, name }) => [tokenId, shortName(name)]))
  return {
    named: ({ actorName, ...event }) => {
      const { actor } = event
      const displayName = isUser(actor)
        ? (nameOf(actor.id) ?? formerMember)
        : shortName(actorName ?? names.get(actor.id) ?? 'Former program')
      return { ...event, actor: { ...actor, displayName } } as NamedEvent
    },
    people: (event) =>
      usersIn(event).flatMap((id) => {
        const displayName = nameOf(id)
        return displayName === undefined ? [] : [{ id, displayName }]
      }),
  }
}

/** Returns the ids of actors, authors and subjects, each once. */
function usersIn({ actor, authorityUserId, data }: Event): string[] {
  const ids = [isUser(actor) ? actor.id : null, authorityUserId]
  if ('userId' in data) ids.push(data.userId)
  if ('ownerUserId' in data) ids.push(data.ownerUserId)
  return [...new Set(ids.filter((id) => id !== null))]
}

function isUser({ kind }: Actor): boolean {
  return kind === 'user'
}
