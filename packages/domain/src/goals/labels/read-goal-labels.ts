import { ServiceError } from '@cairn/contract/errors/errors'
import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { type LabelContent, labelOf } from '../../goal-labels/directory-entry.ts'
import { entriesOf, readDirectory } from '../../goal-labels/label-directory.ts'
import { toGoalLabelResponse } from '../../goal-labels/to-goal-label-response.ts'
import type { Database } from '../../storage/database/client.ts'
import { compareNames } from '../../storage/database/keys.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { goalLabelEntity } from '../../storage/table/entities/goal-labels/goal-label.ts'

/** Labels by id. */
export type Labels = ReadonlyMap<string, LabelContent>

/** Returns labels by id, without those that do not exist. Strongly consistent. */
export async function readLabels(
  database: Database,
  organizationId: string,
  labelIds: readonly string[],
): Promise<Labels> {
  const keys = labelIds.map((labelId) => ({ organizationId, labelId }))
  const labels = await readRecords(database, goalLabelEntity, keys)
  return new Map(labels.map((label) => [label.labelId, label]))
}

/**
 * Reads the label directory of an organization in parallel with its goals, so that labels need no call of their own.
 * The returned function returns labels by id. It reads those that the directory lacks: it may be full, or a
 * label may have just been created and attached.
 *
 * Strongly consistent: every goal shows a renamed label immediately.
 */
export async function readLabelDirectory(database: Database, organizationId: string) {
  const directory = await readDirectory(database, organizationId)
  const entries = directory ? entriesOf(directory) : {}

  return async (labelIds: Iterable<string>): Promise<Labels> => {
    const labels = new Map<string, LabelContent>()
    const missing: string[] = []
    for (const labelId of new Set(labelIds)) {
      const entry = entries[labelId]
      if (entry === undefined) missing.push(labelId)
      else labels.set(labelId, labelOf(organizationId, labelId, entry))
    }
    if (missing.length === 0) return labels
    return new Map([...labels, ...(await readLabels(database, organizationId, missing))])
  }
}

/** The labels of one goal as clients see them, sorted by name. */
export function labelsByName(labels: Labels, labelIds: readonly string[]): GoalLabel[] {
  return labelIds
    .flatMap((id) => labels.get(id) ?? [])
    .sort((left, right) => compareNames(left.name, right.name))
    .map(toGoalLabelResponse)
}

/** @throws `invalid_goal_labels` unless every id is a label of the organization. */
export function requireLabels(labels: Labels, labelIds: readonly string[]): void {
  const unknown = labelIds.filter((id) => !labels.has(id))
  if (unknown.length > 0) throw invalidGoalLabels(unknown)
}

export function invalidGoalLabels(labelIds: readonly string[]): ServiceError {
  return new ServiceError(
    'invalid_goal_labels',
    `These labels do not exist in the organization: ${labelIds.join(', ')}.`,
  )
}
