/** Of what a digest tells: pure rules. */
import { isAdministratorsEvent } from '@cairn/contract/schemas/feed/events'
import type { FeedEvent } from '../../../events/feed/read-feed.ts'
import { millisecondsPerDay } from '../../../requests/context.ts'
import type { MembershipRecord } from '../../../storage/table/entities/organizations/membership.ts'
import type { Person } from '../person.ts'

/** A week has at most so many days between two digests, also if clocks go back or the first one was late. */
const longestWeekDays = 8

/** A digest tells what happened since the last one, or in the last week. */
export function digestSince({ digestedAt = 0 }: Pick<Person, 'digestedAt'>, now: Date): Date {
  return new Date(Math.max(digestedAt, now.getTime() - longestWeekDays * millisecondsPerDay))
}

/**
 * Of the events since the last digest, those that this one tells: what others did, and what the reader's role may see. What
 * happens while digests are sent is for the next one.
 *
 * @param now  When the digest was due, as the next one remembers it.
 */
export function digestNews(
  events: readonly FeedEvent[],
  { userId, role }: Pick<MembershipRecord, 'userId' | 'role'>,
  now: Date,
): FeedEvent[] {
  const isOwn = ({ event }: FeedEvent) => event.actor.kind === 'user' && event.authorityUserId === userId
  const isVisible = ({ event }: FeedEvent) => role !== 'member' || !isAdministratorsEvent(event.type)
  const isEarlier = ({ event }: FeedEvent) => Date.parse(event.createdAt) < now.getTime()
  return events.filter((one) => isEarlier(one) && !isOwn(one) && isVisible(one))
}
