import { ServiceError } from '@cairn/contract/errors/errors'
import { draftDays, maximumDraftKibibytes } from '@cairn/contract/schemas/goals/goal-drafts'
import { memberCheck } from '../../organizations/context/membership-check.ts'
import { membershipNotFound } from '../../requests/access.ts'
import { daysAfter, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { transact } from '../../storage/database/transaction.ts'
import { goalDraftEntity } from '../../storage/table/entities/goals/goal-draft.ts'
import { putRecord } from '../../storage/table/entity.ts'
import { existingGoal } from '../record/goal-conditions.ts'
import { goalNotFound } from '../rules/authority.ts'
import { draftKeyOf, toDraftResponse } from './draft-record.ts'

const bytesPerKibibyte = 1024

/** Stores the caller's draft for a goal, instead of the one before. Neither a version nor an event of the goal. */
export const putGoalDraft: Implementation<'putGoalDraft'> = async (
  { database, now },
  access,
  { params, body },
) => {
  const { organizationId, user } = access
  const content = JSON.stringify(body.content)
  const membership = await access.membership()
  if (Buffer.byteLength(content, 'utf8') > maximumDraftKibibytes * bytesPerKibibyte) {
    throw new ServiceError(
      'payload_too_large',
      `A draft may take at most ${maximumDraftKibibytes} KiB. Shorten it.`,
    )
  }
  const key = draftKeyOf(organizationId, params.goalId, user.id)
  const expiresAt = daysAfter(now, draftDays)
  const draft = {
    ...key,
    content,
    updatedAt: timestampOf(now),
    expiresAt: timestampOf(expiresAt),
    ttl: timeToLiveOf(expiresAt),
  }
  const failed = await transact<string>(database, {
    // Whoever has left writes nothing, so that nothing is left of them.
    authority: memberCheck(membership),
    // Whatever is written before the goal is deleted is deleted with it.
    goal: existingGoal(key),
    draft: { Put: putRecord(goalDraftEntity, draft) },
  })
  if (failed.includes('authority')) throw membershipNotFound()
  if (failed.length > 0) throw goalNotFound()
  return toDraftResponse(draft)
}
