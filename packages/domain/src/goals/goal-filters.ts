import type { InputOf } from '@cairn/contract/registry'
import type { Access } from '../access.ts'
import type { CursorBinding } from '../pagination/cursor.ts'

/** The filters of a goal list, combined with AND. */
export type GoalFilters = Pick<InputOf<'listGoals'>['query'], 'status' | 'health' | 'ownerUserId' | 'labelId'>

/** What the cursor of a goal list is bound to. */
export function goalListBinding(access: Access, filters: GoalFilters): CursorBinding {
  const { status, health, ownerUserId, labelId } = filters
  return ['listGoals', access.organizationId, status, health, ownerUserId, labelId]
}
