/** A member's draft of a report on a goal. */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { OutputOf } from '@cairn/contract/registry/registry'
import type { GoalDraftRecord } from '../../storage/table/entities/goals/goal-draft.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { shortHash } from '../../storage/table/short-id.ts'

export function draftKeyOf(organizationId: string, goalId: string, userId: string) {
  return { ...goalKeyOf({ organizationId, goalId }), userKey: shortHash(userId) }
}

export function toDraftResponse({
  content,
  updatedAt,
  expiresAt,
}: GoalDraftRecord): OutputOf<'getGoalDraft'> {
  return { draft: { content: JSON.parse(content), updatedAt, expiresAt } }
}

export function draftNotFound(): ServiceError {
  return new ServiceError('draft_not_found', 'You have no draft for this goal.')
}
