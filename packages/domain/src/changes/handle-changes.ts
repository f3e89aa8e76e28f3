import type { Event } from '@cairn/contract/schemas/events'
import type { Database } from '../database/client.ts'
import { appendEvents } from '../events/feed/append-events.ts'

/** What follows from one change of the table. */
export type Change = {
  organizationId: string
  /** For the organization's feed, in order. */
  events: readonly Event[]
  /** What else has to be done. Safe to repeat. */
  work?: ((database: Database) => Promise<void>) | undefined
}

/** Is told which organizations have new events, after these are in the feed. */
export type Follower = (organizationIds: string[]) => Promise<void>

export type HandledChanges = {
  /** How many changes are done, from the first one. All others have to be handled again. */
  done: number
  /** The organizations with new events. */
  organizationIds: string[]
  /** What stopped it; undefined if all changes are done. */
  error?: unknown
}

/**
 * Does what follows from changes: appends their events, then does the rest in order, up to the first failure. At least once:
 * whoever calls it keeps the changes until they are done.
 *
 * @param now  The feed keeps its pages for 90 days from then.
 */
export async function handleChanges(
  database: Database,
  changes: readonly Change[],
  now: Date,
): Promise<HandledChanges> {
  const appended = await appendByOrganization(database, changes, now)
  const { organizationIds } = appended
  for (const [index, { work }] of changes.entries()) {
    if (index === appended.done) return appended
    try {
      await work?.(database)
    } catch (error) {
      return { done: index, organizationIds, error }
    }
  }
  return appended
}

/** Events of one organization share pages. Organizations do not wait for each other. */
async function appendByOrganization(
  database: Database,
  changes: readonly Change[],
  now: Date,
): Promise<HandledChanges> {
  const indexed = changes.map((change, index) => ({ ...change, index }))
  const groups = Map.groupBy(
    indexed.filter(({ events }) => events.length > 0),
    ({ organizationId }) => organizationId,
  )
  const results = await Promise.all(
    [...groups].map(async ([organizationId, group]) => {
      try {
        const events = group.flatMap((change) => change.events)
        await appendEvents(database, organizationId, events, now)
        return { organizationId, failedAt: undefined, error: undefined }
      } catch (error) {
        // Some of them may have been appended. They are appended again.
        return { organizationId, failedAt: group[0]?.index, error }
      }
    }),
  )
  const [first] = results
    .filter(({ failedAt }) => failedAt !== undefined)
    .sort((left, right) => (left.failedAt ?? 0) - (right.failedAt ?? 0))
  const organizationIds = results
    .filter(({ failedAt }) => failedAt === undefined)
    .map(({ organizationId }) => organizationId)
  return first
    ? { done: first.failedAt ?? 0, organizationIds, error: first.error }
    : { done: changes.length, organizationIds }
}
