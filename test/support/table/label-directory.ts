import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { labelOf } from '@cairn/domain/goal-labels/directory-entry'
import { entriesOf, readDirectory } from '@cairn/domain/goal-labels/label-directory'
import { toGoalLabelResponse } from '@cairn/domain/goal-labels/to-goal-label-response'
import type { Database } from '@cairn/domain/storage/database/client'

/** The labels in an organization's directory as clients see them, by name; null without a directory. */
export async function directoryOf(database: Database, organizationId: string): Promise<GoalLabel[] | null> {
  const directory = await readDirectory(database, organizationId)
  return (
    directory &&
    Object.entries(entriesOf(directory))
      .map(([labelId, entry]) => toGoalLabelResponse(labelOf(organizationId, labelId, entry)))
      .sort((left, right) => (left.name < right.name ? -1 : 1))
  )
}
