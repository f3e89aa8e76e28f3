import type { Event } from '@cairn/contract/schemas/feed/events'
import { appendAndRemove } from '../../events/feed/append-and-remove.ts'
import { appendEvents } from '../../events/feed/append-events.ts'
import { indexGoals } from '../../goals/search/texts/index-texts.ts'
import { followRelations } from '../../goals/tree/following/follow-relations.ts'
import type { RelationChange } from '../../goals/tree/following/relation-change.ts'
import { tellPeople } from '../../inbox/tell-people.ts'
import type { Database } from '../../storage/database/client.ts'
import { unavailable } from '../../storage/database/unavailable.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { isTransient } from '../transient.ts'

/** The consequences of one change of the table. */
export type Change = {
  organizationId: string
  /** For the organization's feed, in order. */
  events: readonly Event[]
  /** Removes the change from its queue in the transaction that appends its events. Not for a change with work. */
  remove?: TransactionItem | undefined
  /** The reason why its events cannot be told. It has none then, and the later changes of its organization wait. */
  failure?: unknown
  /** The consequences for other goals: those of all changes of an organization are followed together. Not for a change with `remove`. */
  relations?: readonly RelationChange[] | undefined
  /** Goals whose long texts have to be indexed: before its events are appended. */
  texts?: readonly string[] | undefined
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

function remember(known: Set<string>, ids: readonly string[]): void {
  for (const id of ids) known.add(id)
  for (const id of known) {
    if (known.size <= maximumRemembered) break
    known.delete(id)
  }
}

/** The time for telling the people of one organization: those who wait for other organizations wait for it. */
const tellingMilliseconds = 3_000

/**
 * Creates the handler of one process. It remembers the events that it has appended, so that changes which are given again because
 * of something else do not append theirs again. Another process may.
 */
export function createChangeHandler(): HandleChanges {
  const appended = new Set<string>()
  /** The events that are in the inboxes of those whom they concern. */
  const told = new Set<string>()

  /** Returns whether there was anything to append. */
  async function append(
    database: Database,
    organizationId: string,
    changes: readonly Change[],
    now: Date,
    removed: Set<TransactionItem>,
  ): Promise<boolean> {
    const sources = changes.flatMap(({ events, remove }) => (remove ? [{ events, remove }] : []))
    if (sources.length > 0) {
      const waiting = sources.filter(({ remove }) => !removed.has(remove))
      await appendAndRemove(database, organizationId, waiting, now, (group) => {
        for (const { remove } of group) removed.add(remove)
      })
      return true
    }
    const events = changes.flatMap((change) => change.events).filter(({ id }) => !appended.has(id))
    await appendEvents(database, organizationId, events, now)
    remember(
      appended,
      events.map(({ id }) => id),
    )
    return events.length > 0
  }

  return async (database, changes, now) => {
    const organizationIds = new Set<string>()
    const failures = new Map<string, ChangeFailure>()
    /** The removals that were committed, with the events of their changes, before a later one failed. */
    const removed = new Set<TransactionItem>()
    /** The first change of an organization that is not done. */
    const endOf = (organizationId: string) => failures.get(organizationId)?.index ?? changes.length
    const fail = (failure: ChangeFailure) => {
      if (failure.index < endOf(failure.organizationId)) failures.set(failure.organizationId, failure)
    }

    async function appendRun(organizationId: string, run: readonly Change[]): Promise<void> {
      if (await append(database, organizationId, run, now, removed)) organizationIds.add(organizationId)
    }

    /**
     * Tells people of events, one after the other, before these are in the feed: a change is removed from its queue with that, and whoever
     * follows the feed finds the inbox as it says. An organization has a part of the time; what is left is given again.
     */
    async function tellGroup(organizationId: string, group: readonly IndexedChange[]): Promise<void> {
      const deadline = Math.min(
        Date.now() + tellingMilliseconds,
        database.deadline ?? Number.POSITIVE_INFINITY,
      )
      for (const { index, events } of group) {
        try {
          for (const event of events.filter(({ id }) => !told.has(id))) {
            if (Date.now() >= deadline) throw unavailable()
            await tellPeople({ ...database, deadline }, organizationId, event, now)
            remember(told, [event.id])
          }
        } catch (error) {
          fail({ organizationId, index, error })
          return
        }
      }
    }

    /** Events of one organization share pages, unless that fails: then each change is tried by itself, up to the one at fault. */
    async function appendGroup(organizationId: string, group: readonly IndexedChange[]): Promise<void> {
      try {
        for (const run of runsOf(group)) await appendRun(organizationId, run)
      } catch (error) {
        if (isTransient(error) || group.length === 1) {
          // Some may have been appended. All of them are given again.
          fail({ organizationId, index: group[0]?.index ?? 0, error })
          return
        }
        for (const change of group) {
          try {
            await appendRun(organizationId, [change])
          } catch (error) {
            fail({ organizationId, index: change.index, error })
            return
          }
        }
      }
    }

    /** Does a part of what follows for each organization, for all of its changes that have not failed, beside the others. */
    async function doTogether<Part>(
      changes: readonly IndexedChange[],
      partsOf: (change: Change) => readonly Part[] | undefined,
      run: (database: Database, organizationId: string, parts: Part[]) => Promise<unknown>,
    ): Promise<void> {
      const concerned = changes.filter((change) => (partsOf(change)?.length ?? 0) > 0)
      const groups = Map.groupBy(concerned, ({ organizationId }) => organizationId)
      await Promise.all(
        [...groups].map(async ([organizationId, group]) => {
          const done = group.filter(({ index }) => index < endOf(organizationId))
          const [first] = done
          if (!first) return
          try {
            await run(
              database,
              organizationId,
              done.flatMap((change) => partsOf(change) ?? []),
            )
          } catch (error) {
            fail({ organizationId, index: first.index, error })
          }
        }),
      )
    }

    const indexed: IndexedChange[] = changes.map((change, index) => ({ ...change, index }))
    for (const { organizationId, index, failure } of indexed) {
      if (failure !== undefined) fail({ organizationId, index, error: failure })
    }
    // Before the events: a change may be removed together with these.
    await doTogether(indexed, ({ texts }) => texts, indexGoals)
    const groups = Map.groupBy(
      indexed.filter(
        ({ organizationId, events, index }) => events.length > 0 && index < endOf(organizationId),
      ),
      ({ organizationId }) => organizationId,
    )
    await Promise.all(
      [...groups].map(async ([organizationId, group]) => {
        await tellGroup(organizationId, group)
        const toldGroup = group.filter(({ index }) => index < endOf(organizationId))
        if (toldGroup.length > 0) await appendGroup(organizationId, toldGroup)
      }),
    )
    await doTogether(indexed, ({ relations }) => relations, followRelations)
    for (const { organizationId, index, work } of indexed) {
      if (index >= endOf(organizationId)) continue
      try {
        await work?.(database)
      } catch (error) {
        fail({ organizationId, index, error })
      }
    }
    return {
      organizationIds: [...organizationIds],
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
