import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { type GoalViewRecord, sharedViews } from '../storage/table/entities/goal-views/goal-view.ts'
import { longId } from '../storage/table/short-id.ts'

/** A saved view as clients see it. */
export function toGoalViewResponse(record: GoalViewRecord): GoalView {
  return {
    id: longId(record.viewKey),
    name: record.name,
    query: record.query,
    isShared: record.holderKey === sharedViews,
    ownerUserId: record.ownerUserId ?? null,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  }
}
