import type { InputOf } from '@cairn/contract/registry/registry'
import { type Brief, briefDefaults } from '@cairn/contract/schemas/feed/brief'
import { openFeedCursor, sealFeedCursor } from '../../events/feed/feed-cursor.ts'
import { feedStart } from '../../events/feed/position.ts'
import { toEventResponse } from '../../events/to-event-response.ts'
import { besideRole } from '../../inbox/read-inbox.ts'
import { shortName } from '../../organizations/context/read-names.ts'
import { type Access, requireMembership } from '../../requests/access.ts'
import { type Context, daysAfter, timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import { goalAuthority } from '../rules/authority.ts'
import { withGoalsBelow } from '../tree/reading/sight.ts'
import { readBriefGoals } from './brief-goals.ts'
import { noMentions, readMentions } from './brief-mentions.ts'
import { fitQuestions, readBriefQuestions } from './brief-questions.ts'
import { briefReviews } from './brief-reviews.ts'
import { type BriefMeasure, fitBrief, responseMeasure } from './fit-brief.ts'
import { openGoalsCursor, sealGoalsCursor } from './goals-cursor.ts'
import { readEventNames } from './read-event-names.ts'
import { type EventsStart, eventsAtOnce, readEventsSince } from './read-events-since.ts'
import { createSight, isLimited } from './sight.ts'

type Query = InputOf<'getBrief'>['query']

/** The size and the known parts of a brief. */
export type BriefForm = {
  measure: (parts: BriefParts) => BriefMeasure
  /**
   * Whether the briefs of one caller, read one after the other, have everything once: `goalsCursor` returns goals only, goals are not
   * repeated until all events are read, and events before the newest ones follow. Its questions are whole: whoever shows them fits them.
   */
  once: boolean
}

export type BriefParts = { goals: boolean; events: boolean }

/**
 * Returns what needs the caller, open questions first, and what has changed, in at most 32 KiB. Three round trips: the credential; the active
 * goals of the scope beside the feed; the names of those who acted. Who sees few of the events reads further pages of the feed, if those are
 * not enough.
 *
 * With a cursor, the events are the oldest behind it, and the new cursor is behind the last of them. With a time, they are the newest
 * since then, and the cursor is at the end of the feed. So a caller who goes on from each cursor misses no event. Whose events are few
 * among many gets also those between the time and the newest: the cursors go back to the time first.
 */
export const getBrief: Implementation<'getBrief'> = createGetBrief({
  measure: () => responseMeasure,
  once: false,
})

/** `getBrief` for another form of the brief. */
export function createGetBrief(form: BriefForm): Implementation<'getBrief'> {
  return (context, access, { query }) => readBrief(context, access, query, form)
}

async function readBrief(context: Context, access: Access, query: Query, form: BriefForm): Promise<Brief> {
  const { database, cursors, now, changes, ownRun } = context
  const { userId, organizationId } = access
  const { scope = 'mine' } = query
  const { limit: goalLimit = briefDefaults.goals, limit: eventLimit = briefDefaults.events } = query
  const { start, isContinued } = startOf(context, organizationId, query.since)
  const from =
    query.goalsCursor === undefined ? undefined : openGoalsCursor(cursors, access, scope, query.goalsCursor)
  const parts = form.once
    ? { goals: from !== undefined || !isContinued, events: from === undefined }
    : { goals: true, events: true }
  await changes?.settled(organizationId)

  const isFirst = parts.goals && from === undefined
  const [role, sighted, member, organization, own, read, inbox] = await Promise.all([
    access.role,
    withGoalsBelow(database, access),
    readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
    parts.goals ? readBriefGoals(context, access, scope, from) : noGoals,
    parts.events
      ? readEventsSince(database, organizationId, start, {
          limit: eventLimit,
          now,
          first: isLimited(access) ? eventsAtOnce : ownRun ? eventLimit * 2 : eventLimit,
          readsOn: isLimited(access) || ownRun !== undefined,
          goesBack: form.once || isLimited(access),
        })
      : noEvents,
    isFirst ? besideRole(access, readMentions(database, access, now)) : noMentions,
  ])
  if (!organization) throw new Error('The organization of a member is missing.')
  const owner = { id: userId, displayName: shortName(requireMembership(member).displayName) }

  const see = createSight(database, sighted, { now, ownRun })
  const [goals, asked, mentions, seen, firstNames] = await Promise.all([
    own.present(goalLimit),
    isFirst ? readBriefQuestions(database, organizationId, goalAuthority(sighted, role), own.work, now) : [],
    inbox(sighted),
    see(read.first, role),
    readEventNames(database, organizationId, read.first),
  ])
  const { visible, more, keep, next } = await read.visibleBy(seen, (events) => see(events, role))
  const names =
    visible.length <= seen.length ? firstNames : await readEventNames(database, organizationId, visible)
  const named = visible.map(({ event }) => ({
    event: names.named(toEventResponse(event)),
    people: names.people(event),
  }))
  const frame = {
    asOf: timestampOf(now),
    organization: { id: organizationId, name: organization.name },
    questions: form.once ? asked : fitQuestions(asked),
    toReview: isFirst ? briefReviews(goalAuthority(sighted, role), role, own.work) : [],
    mentions,
  }
  const fitting = fitBrief(
    frame,
    scope === 'mine' ? goals.map((goal) => ({ ...goal, owner })) : goals,
    keep === 'oldest' ? named : named.toReversed(),
    keep,
    form.measure(parts),
  )
  const moreEvents = more || fitting.events.length < visible.length
  const goalsNext = own.next(fitting.goals.length)
  return {
    ...frame,
    goals: fitting.goals,
    moreGoals: goalsNext !== undefined,
    goalsCursor: goalsNext ? sealGoalsCursor(cursors, access, scope, goalsNext) : null,
    events: fitting.events.map(({ event }) => event),
    moreEvents,
    people: eachOnce(fitting.events.flatMap(({ people }) => people)),
    cursor: sealFeedCursor(cursors, organizationId, {
      ...next(fitting.events.length),
      isContinued: form.once && moreEvents,
    }),
  }
}

const noGoals = { work: new Map(), present: async () => [], next: () => undefined }
const noEvents: Awaited<ReturnType<typeof readEventsSince>> = {
  first: [],
  visibleBy: async () => ({
    visible: [],
    more: false,
    keep: 'oldest',
    next: () => ({ position: feedStart }),
  }),
}

/** @throws `invalid_cursor` if the cursor is not one of this organization's feed. */
function startOf(
  { cursors, now }: Context,
  organizationId: string,
  since: Query['since'],
): { start: EventsStart; isContinued: boolean } {
  if (!since) return { start: { time: daysAfter(now, -briefDefaults.days) }, isContinued: false }
  if ('time' in since) return { start: since, isContinued: false }
  const {
    position,
    end,
    since: time,
    isContinued = false,
  } = openFeedCursor(cursors, organizationId, since.cursor)
  const start = time === undefined ? { position } : { time: new Date(time), before: position, end }
  return { start, isContinued }
}

function eachOnce(people: Brief['people']): Brief['people'] {
  return [...new Map(people.map((person) => [person.id, person])).values()]
}
