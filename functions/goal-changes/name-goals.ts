import type { Change } from '@cairn/domain/background/changes/handle-changes'
import { deletionEventId } from '@cairn/domain/events/goal-events'
import { relationsToFollow } from '@cairn/domain/goals/tree/following/relation-change'
import type { Database } from '@cairn/domain/storage/database/client'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { type EventRecord, eventEntity } from '@cairn/domain/storage/table/entities/events/event'
import { decodeRow, type GoalRow, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { longId } from '@cairn/domain/storage/table/short-id'
import type { GoalKey, StreamedChange } from './read-record.ts'

/** The title of a goal that was deleted by a version without events. */
const unknownTitle = 'Deleted goal'

/**
 * Returns changes with their events. Records of a history do not have the goal's title: that of its row is taken, or, if the goal
 * has been deleted since, that of the event of its deletion. Two reads at most.
 */
export async function nameGoals(database: Database, changes: readonly StreamedChange[]): Promise<Change[]> {
  const deletionOf = (organizationKey: string, eventId: string) =>
    readRecord(database, eventEntity, { organizationKey, eventId })
  const titleOf = async (goal: GoalKey, row: GoalRow | undefined): Promise<string> => {
    if (row) return row.title
    const deletion = await deletionOf(goal.organizationKey, deletionEventId(longId(goal.goalKey)))
    return deletion?.events[0]?.goal?.title ?? unknownTitle
  }
  return Promise.all(
    changes.map(async (change) => {
      const {
        organizationId,
        goal,
        eventsOf,
        deletionEventId: eventId,
        relations,
        texts,
        work,
        failure,
      } = change
      if (failure !== undefined) return { organizationId, events: [], failure }
      try {
        const deletion: EventRecord | null =
          goal && eventId !== undefined ? await deletionOf(goal.organizationKey, eventId) : null
        const record = goal && eventsOf ? await readRecord(database, goalRowEntity, goal) : null
        const row = record ? decodeRow(record) : undefined
        const told = eventsOf?.(goal ? await titleOf(goal, row) : '') ?? []
        const followed = row ? relations?.flatMap((one) => relationsToFollow(one, row)) : relations
        return {
          organizationId,
          events: [...told, ...(deletion?.events ?? [])],
          relations: followed,
          texts,
          work,
        }
      } catch (error) {
        return { organizationId, events: [], failure: error }
      }
    }),
  )
}
