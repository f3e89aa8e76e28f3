import { ServiceError } from '@cairn/contract/errors'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import { requireUnlimited } from '../goals/authority.ts'
import type { Implementation } from '../operation.ts'
import { goalLabelEntity } from '../table/entities/goal-labels/goal-label.ts'
import { removeRecord } from '../table/entity/writes.ts'
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
      label: removeRecord(database, goalLabelEntity, { organizationId, labelId }, ({ useCount }, { eq }) =>
        eq(useCount, 0),
      ),
      freed: freeName(database, label),
      directory: await directoryChange(database, directory, label, undefined),
      change: recordLabelEvent(context, access, 'label.deleted', label),
    })
    return failed.length > 0 ? lostRace : undefined
  })
}
