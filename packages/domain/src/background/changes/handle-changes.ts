import type { Event } from '@cairn/contract/schemas/feed/events'
import { appendAndRemove } from '../../events/feed/append-and-remove.ts'
import { appendEvents } from '../../events/feed/append-events.ts'
import type { Database } from '../../storage/database/client.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/** The consequences of one change of the table. */
export type Change = {
  organizationId: string
  /** For the organization's feed, in order. */
  events: readonly Event[]
  /** Removes the change from its queue in the transaction that appends its events. Not for a change with work. */
  remove?: TransactionItem | undefined
  /** Other work that has to be done. Safe to repeat. */
  work?: ((database: Database) => Promise<void>) | undefined
}

/** Is told which organizations have new events, after these are in the feed. */
export type FeedListener = (organizationIds: string[]) => Promise<void>

export type HandledChanges = {
  /** The organizations with new events. */
  organizationIds: string[]
  /** The failure of each stopped organization, in the order of changes. The changes of all others are done. */
  failures: ChangeFailure[]
}

type IndexedChange = Change & { index: number }

export type ChangeFailure = {
  organizationId: string
  /** The change from which on the organization's have to be handled again. */
  index: number
  error: unknown
}

/**
 * Does what follows from changes: appends their events, then does the rest in order, of each organization up to its first failure,
 * which stops no other organization. At least once: whoever calls it keeps the changes until they are done, and gives the others
 * again.
 *
 * @param now  The feed keeps its pages for 90 days from then.
 */
export type HandleChanges = (
  database: Database,
  changes: readonly Change[],
  now: Date,
) => Promise<HandledChanges>

/** Ids of events that a process remembers. */
const maximumRemembered = 10_000

/**
 * Creates the handler of one process. It remembers the events that it has appended, so that changes which are given again because
 * of something else do not append theirs again. Another process may.
 */
export function createChangeHandler(): HandleChanges {
  const appended = new Set<string>()

  /** Returns whether there was anything to append. */
  async function append(
    database: Database,
    organizationId: string,
    changes: readonly Change[],
    now: Date,
  ): Promise<boolean> {
    const sources = changes.flatMap(({ events, remove }) => (remove ? [{ events, remove }] : []))
    if (sources.length > 0) {
      await appendAndRemove(database, organizationId, sources, now)
      return true
    }
    const missing = changes.flatMap(({ events }) => events).filter(({ id }) => !appended.has(id))
    await appendEvents(database, organizationId, missing, now)
    for (const { id } of missing) appended.add(id)
    for (const id of appended) {
      if (appended.size <= maximumRemembered) break
      appended.delete(id)
    }
    return missing.length > 0
  }

  return async (database, changes, now) => {
    const organizationIds: string[] = []
    const failures = new Map<string, ChangeFailure>()
    const fail = (failure: ChangeFailure) => failures.set(failure.organizationId, failure)

    /** Events of one organization share pages. */
    async function appendGroup(organizationId: string, group: readonly IndexedChange[]): Promise<void> {
      try {
        let isTold = false
        for (const run of runsOf(group)) {
          const hasEvents = await append(database, organizationId, run, now)
          if (hasEvents && !isTold) organizationIds.push(organizationId)
          isTold ||= hasEvents
        }
      } catch (error) {
        // Some may have been appended. All of them are given again.
        fail({ organizationId, index: group[0]?.index ?? 0, error })
      }
    }

    const indexed: IndexedChange[] = changes.map((change, index) => ({ ...change, index }))
    const groups = Map.groupBy(
      indexed.filter(({ events }) => events.length > 0),
      ({ organizationId }) => organizationId,
    )
    await Promise.all([...groups].map(([organizationId, group]) => appendGroup(organizationId, group)))
    for (const { organizationId, index, work } of indexed) {
      if (index >= (failures.get(organizationId)?.index ?? changes.length)) continue
      try {
        await work?.(database)
      } catch (error) {
        fail({ organizationId, index, error })
      }
    }
    return {
      organizationIds,
      failures: [...failures.values()].sort((left, right) => left.index - right.index),
    }
  }
}

/** Changes one after the other that are removed with their events, and those that are not. */
function runsOf<C extends Change>(changes: readonly C[]): C[][] {
  const runs: C[][] = []
  for (const change of changes) {
    const run = runs.at(-1)
    if (run && Boolean(run[0]?.remove) === Boolean(change.remove)) run.push(change)
    else runs.push([change])
  }
  return runs
}
