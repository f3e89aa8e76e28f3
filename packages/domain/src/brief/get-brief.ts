import type { InputOf } from '@cairn/contract/registry'
import { type Brief, briefDefaults } from '@cairn/contract/schemas/feed/brief'
import { type Access, requireMembership } from '../access.ts'
import { type Context, daysAfter, timestampOf } from '../context.ts'
import { keyOf } from '../database/keys.ts'
import { readRecord } from '../database/read-record.ts'
import { openFeedCursor, sealFeedCursor } from '../events/feed/feed-cursor.ts'
import { toEventResponse } from '../events/to-event-response.ts'
import type { Implementation } from '../operation.ts'
import { shortName } from '../organizations/read-names.ts'
import { membershipEntity } from '../table/entities/membership.ts'
import { organizationEntity } from '../table/entities/organization.ts'
import { type BriefMeasure, fitBrief, responseMeasure } from './fit-brief.ts'
import { readOwnGoals } from './own-goals.ts'
import { readEventNames } from './read-event-names.ts'
import { readEventsSince } from './read-events-since.ts'
import { eventsToRead, visibleEvents } from './visible-events.ts'

/**
 * Returns what needs the caller, and what has changed, in at most 32 KiB. Three round trips: the credential; the caller's active
 * goals beside the feed; the names of those who acted.
 *
 * With a cursor, the events are the oldest behind it, and the new cursor is behind the last of them. With a time, they are the newest
 * since then, and the cursor is at the end of the feed. So a caller who goes on from each cursor misses no event.
 */
export const getBrief: Implementation<'getBrief'> = createGetBrief(responseMeasure)

/** `getBrief` for another form of the brief. */
export function createGetBrief(measure: BriefMeasure): Implementation<'getBrief'> {
  return (context, access, { query }) => readBrief(context, access, query, measure)
}

async function readBrief(
  context: Context,
  access: Access,
  query: InputOf<'getBrief'>['query'],
  measure: BriefMeasure,
): Promise<Brief> {
  const { database, cursors, now, changes } = context
  const { userId, organizationId } = access
  const { limit: goalLimit = briefDefaults.goals } = query
  const { limit: eventLimit = briefDefaults.events } = query
  const since = sinceOf(context, organizationId, query.since)
  await changes?.settled()

  const [role, member, organization, own, read] = await Promise.all([
    access.role,
    readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
    readOwnGoals(database, access, now),
    readEventsSince(database, organizationId, since, { limit: eventsToRead(access, eventLimit), now }),
  ])
  if (!organization) throw new Error('The organization of a member is missing.')
  const owner = { id: userId, displayName: shortName(requireMembership(member).displayName) }

  const [goals, visible, names] = await Promise.all([
    own.present(goalLimit),
    visibleEvents(database, access, role, read.events),
    readEventNames(database, organizationId, read.events),
  ])
  const wanted = read.keep === 'oldest' ? visible.slice(0, eventLimit) : visible.slice(-eventLimit)
  const frame = { asOf: timestampOf(now), organization: { id: organizationId, name: organization.name } }
  const fitting = fitBrief(
    frame,
    goals.map((goal) => ({ ...goal, owner })),
    wanted.map(({ event }) => ({ event: names.named(toEventResponse(event)), people: names.people(event) })),
    read.keep,
    measure,
  )
  const position = read.next(visible[fitting.events.length])
  return {
    ...frame,
    goals: fitting.goals,
    moreGoals: fitting.goals.length < own.count || !own.isWhole,
    events: fitting.events.map(({ event }) => event),
    moreEvents: read.more || fitting.events.length < visible.length,
    people: eachOnce(fitting.events.flatMap(({ people }) => people)),
    cursor: sealFeedCursor(cursors, organizationId, { position }),
  }
}

/** @throws `invalid_cursor` if the cursor is not one of this organization's feed. */
function sinceOf(
  { cursors, now }: Context,
  organizationId: string,
  since: InputOf<'getBrief'>['query']['since'],
) {
  if (!since) return { time: daysAfter(now, -briefDefaults.days) }
  return 'time' in since ? since : openFeedCursor(cursors, organizationId, since.cursor)
}

function eachOnce(people: Brief['people']): Brief['people'] {
  return [...new Map(people.map((person) => [person.id, person])).values()]
}
