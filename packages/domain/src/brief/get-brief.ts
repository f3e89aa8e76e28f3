import { type Brief, briefDefaults } from '@cairn/contract/schemas/brief'
import type { NamedEvent } from '@cairn/contract/schemas/events'
import { requireMembership } from '../access.ts'
import { daysAfter, timestampOf } from '../context.ts'
import { keyOf } from '../database/keys.ts'
import { readRecord } from '../database/read-record.ts'
import { openFeedCursor, sealFeedCursor } from '../events/feed/feed-cursor.ts'
import { readFeed } from '../events/feed/read-feed.ts'
import { toEventResponse } from '../events/to-event-response.ts'
import type { Implementation } from '../operation.ts'
import { membershipEntity } from '../table/entities/membership.ts'
import { organizationEntity } from '../table/entities/organization.ts'
import { fitBrief } from './fit-brief.ts'
import { readOwnGoals } from './own-goals.ts'
import { readEventNames, shortName } from './read-event-names.ts'
import { eventsToRead, visibleEvents } from './visible-events.ts'

/**
 * Returns what needs the caller, and what has changed, in at most 32 KiB. Three round trips: the credential; the caller's active
 * goals beside the feed; the names of those who acted.
 *
 * With a cursor, the events are the oldest behind it, and the new cursor is behind the last of them. With a time, they are the newest
 * since then, and the cursor is at the end of the feed. So a caller who goes on from each cursor misses no event.
 */
export const getBrief: Implementation<'getBrief'> = async (
  { database, cursors, now, changes },
  access,
  { query },
) => {
  const { userId, organizationId } = access
  const { goals: goalLimit = briefDefaults.goals, events: eventLimit = briefDefaults.events } =
    query.limit === undefined ? {} : { goals: query.limit, events: query.limit }
  const since = query.since ?? { time: daysAfter(now, -briefDefaults.days) }
  const start = 'cursor' in since ? openFeedCursor(cursors, organizationId, since.cursor) : undefined
  const limit = eventsToRead(access, eventLimit)
  await changes?.settled()

  const [role, member, organization, own, feed] = await Promise.all([
    access.role,
    readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
    readOwnGoals(database, access, now),
    'time' in since
      ? readFeed(database, organizationId, { since: since.time, order: 'desc', limit, now })
      : readFeed(database, organizationId, { after: start?.position, order: 'asc', limit, now }),
  ])
  if (!organization) throw new Error('The organization of a member is missing.')
  const owner = { id: userId, displayName: shortName(requireMembership(member).displayName) }

  const events = start ? feed.events : feed.events.toReversed()
  const [goals, visible, names] = await Promise.all([
    own.present(goalLimit),
    visibleEvents(database, access, role, events),
    readEventNames(database, organizationId, events),
  ])
  const wanted = start ? visible.slice(0, eventLimit) : visible.slice(-eventLimit)
  const named = wanted.map(({ event }) => {
    const { actor, ...rest } = toEventResponse(event)
    const withName = { ...rest, actor: { ...actor, displayName: names.actor(actor) } } as NamedEvent
    return { event: withName, people: names.people(event) }
  })
  const frame = {
    asOf: timestampOf(now),
    organization: { id: organizationId, name: organization.name },
  }
  const fitting = fitBrief(
    frame,
    goals.map((goal) => ({ ...goal, owner })),
    named,
    start ? 'oldest' : 'newest',
  )
  const firstLeftOut = start && visible[fitting.events.length]
  const position = firstLeftOut
    ? (events[events.indexOf(firstLeftOut) - 1]?.position ?? start.position)
    : feed.end
  return {
    ...frame,
    goals: fitting.goals,
    moreGoals: fitting.goals.length < own.count || !own.isWhole,
    events: fitting.events.map(({ event }) => event),
    moreEvents: feed.more || fitting.events.length < visible.length,
    people: eachOnce(fitting.events.flatMap(({ people }) => people)),
    cursor: sealFeedCursor(cursors, organizationId, { position }),
  }
}

function eachOnce(people: Brief['people']): Brief['people'] {
  return [...new Map(people.map((person) => [person.id, person])).values()]
}
