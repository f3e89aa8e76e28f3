import { requireUnlimited } from '../goals/rules/authority.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { sortableName } from '../storage/database/keys.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../storage/table/entities/goal-labels/goal-label.ts'
import { directoryChange, readDirectory } from './label-directory.ts'
import { recordLabelEvent } from './label-event.ts'
import { freeName, isSameName, labelExists, takeName } from './label-name.ts'
import { readGoalLabel } from './read-goal-label.ts'
import { toGoalLabelResponse } from './to-goal-label-response.ts'

/**
 * Changes a label and its entry in the directory. Goals store only the ids of labels, so they are not written. A change to what is
 * there already writes nothing.
 */
export const updateGoalLabel: Implementation<'updateGoalLabel'> = async (
  context,
  access,
  { params, body },
) => {
  const { database, now } = context
  const { organizationId, userId } = access
  const { labelId } = params
  return retryOnLostRace(database, async () => {
    const [current, directory] = await Promise.all([
      readGoalLabel(database, access, labelId),
      readDirectory(database, organizationId),
      requireUnlimited(access),
    ])
    const { name = current.name, color = current.color, description = current.description } = body
    const label: GoalLabelRecord = {
      ...current,
      name,
      nameSort: sortableName(name),
      color: color ?? undefined,
      description: description ?? undefined,
      updatedAt: timestampOf(now),
      updatedByUserId: userId,
    }
    const { nameSort, updatedAt } = label
    const moves = !isSameName(name, current.name)
    const isChanged = (['name', 'color', 'description'] as const).some(
      (field) => label[field] !== current[field],
    )
    if (!isChanged) return { label: toGoalLabelResponse(current) }
    const failed = await transact(database, {
      label: // A patch of the sent fields, not a put: other transactions may change the use count at the same time.
        {
          Update: goalLabelEntity
            .patch({ organizationId, labelId })
            .set({
              name,
              nameSort,
              updatedAt,
              updatedByUserId: userId,
              ...(body.color && { color: body.color }),
              ...(body.description && { description: body.description }),
            })
            .remove((['color', 'description'] as const).filter((field) => body[field] === null))
            .where((stored, { eq, notExists }) =>
              [
                eq(stored.name, current.name),
                current.color === undefined ? notExists(stored.color) : eq(stored.color, current.color),
                current.description === undefined
                  ? notExists(stored.description)
                  : eq(stored.description, current.description),
              ].join(' AND '),
            ),
        },
      freed: moves ? freeName(current) : undefined,
      taken: moves ? takeName(label) : undefined,
      directory: directoryChange(directory, current, label),
      change: recordLabelEvent(context, access, 'label.updated', label),
    })
    if (failed.length === 0) return { label: toGoalLabelResponse(label) }
    if (failed.length === 1 && failed.includes('taken')) throw labelExists(name)
    return lostRace
  })
}
