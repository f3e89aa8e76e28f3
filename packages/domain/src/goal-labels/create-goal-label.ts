import { randomUUID } from 'node:crypto'
import { requireUnlimited } from '../goals/rules/authority.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { sortableName } from '../storage/database/keys.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { createOnce, creatorOf } from '../storage/idempotency/create-once.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../storage/table/entities/goal-labels/goal-label.ts'
import { directoryChange, readDirectory } from './label-directory.ts'
import { recordLabelEvent } from './label-event.ts'
import { labelExists, takeName } from './label-name.ts'
import { toGoalLabelResponse } from './to-goal-label-response.ts'

/** Creates a label and reserves its name in one transaction. Every member may create labels. A token that is limited to some goals may not. */
export const createGoalLabel: Implementation<'createGoalLabel'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId, userId } = access
  const createdAt = timestampOf(now)
  const label: GoalLabelRecord = {
    organizationId,
    labelId: randomUUID(),
    name: body.name,
    nameSort: sortableName(body.name),
    color: body.color ?? undefined,
    description: body.description ?? undefined,
    useCount: 0,
    createdAt,
    createdByUserId: userId,
    updatedAt: createdAt,
    updatedByUserId: userId,
  }
  const response = { label: toGoalLabelResponse(label) }
  const request = {
    operation: 'createGoalLabel',
    caller: creatorOf(access),
    body,
    authority: access.role,
    exists: async (labelId: string) =>
      (await readRecord(database, goalLabelEntity, { organizationId, labelId })) !== null,
  }
  return createOnce(context, request, (creation) =>
    retryOnLostRace(database, async () => {
      const [directory] = await Promise.all([
        readDirectory(database, organizationId),
        requireUnlimited(access),
        creation.requireUnused(),
      ])
      const failed = await transact(database, {
        label: { Put: goalLabelEntity.create(label) },
        name: takeName(label),
        directory: directoryChange(directory, label, label),
        created: creation.use(label.labelId, response),
        change: recordLabelEvent(context, access, 'label.created', label),
      })
      if (failed.length === 0) return response
      if (failed.includes('name') && !failed.includes('created')) throw labelExists(body.name)
      return lostRace
    }),
  )
}
