import { randomUUID } from 'node:crypto'
import { timestampOf } from '../context.ts'
import { sortableName } from '../database/keys.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../table/entities/goal-label.ts'
import { labelExists, takeName } from './label-name.ts'
import { toGoalLabelResponse } from './to-goal-label-response.ts'

/** Creates a label and reserves its name in one transaction. Every member may create labels. */
export const createGoalLabel: Implementation<'createGoalLabel'> = async (
  { database, now },
  access,
  { body },
) => {
  await access.role
  const createdAt = timestampOf(now)
  const label: GoalLabelRecord = {
    organizationId: access.organizationId,
    labelId: randomUUID(),
    name: body.name,
    nameSort: sortableName(body.name),
    color: body.color ?? undefined,
    description: body.description ?? undefined,
    useCount: 0,
    createdAt,
    createdByUserId: access.userId,
    updatedAt: createdAt,
    updatedByUserId: access.userId,
  }
  const failed = await transact(database, {
    label: { Put: goalLabelEntity(database).create(label).params() },
    name: takeName(database, label),
  })
  if (failed.length > 0) throw labelExists(body.name)
  return { label: toGoalLabelResponse(label) }
}
