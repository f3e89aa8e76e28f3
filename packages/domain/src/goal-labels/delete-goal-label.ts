import { ServiceError } from '@cairn/contract/errors/errors'
import { requireUnlimited } from '../goals/rules/authority.ts'
import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { goalLabelEntity } from '../storage/table/entities/goal-labels/goal-label.ts'
import { directoryChange, readDirectory } from './label-directory.ts'
import { recordLabelEvent } from './label-event.ts'
import { freeName } from './label-name.ts'
import { readGoalLabel } from './read-goal-label.ts'

/** Deletes a label that no goal uses. The transaction requires a use count of 0. */
export const deleteGoalLabel: Implementation<'deleteGoalLabel'> = async (context, access, { params }) => {
  const { database } = context
  const { organizationId } = access
  const { labelId } = params
  return retryOnLostRace(database, async () => {
    const [label, directory] = await Promise.all([
      readGoalLabel(database, access, labelId),
      readDirectory(database, organizationId),
      requireUnlimited(access),
    ])
    if (label.useCount > 0) {
      throw new ServiceError('goal_label_in_use', 'Goals use this label. Remove it from them first.')
    }
    const failed = await transact(database, {
      label: {
        Delete: goalLabelEntity
          .remove({ organizationId, labelId })
          .where(({ useCount }, { eq }) => eq(useCount, 0)),
      },
      freed: freeName(label),
      directory: directoryChange(directory, label, undefined),
      change: recordLabelEvent(context, access, 'label.deleted', label),
    })
    return failed.length > 0 ? lostRace : undefined
  })
}
