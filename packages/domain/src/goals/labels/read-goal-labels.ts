import { ServiceError } from '@cairn/contract/errors'
import type { GoalLabel } from '@cairn/contract/schemas/goal-labels'
import type { Database } from '../../database/client.ts'
import { compareNames } from '../../database/keys.ts'
import { queryRecords } from '../../database/query-records.ts'
import { readRecords } from '../../database/read-record.ts'
import { toGoalLabelResponse } from '../../goal-labels/to-goal-label-response.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../../table/entities/goal-label.ts'

/** Labels of an organization by id. */
export type LabelDirectory = ReadonlyMap<string, GoalLabelRecord>

/** Enough for nearly every organization, in one small query (about 50 KB, at most 12 read units). */
const directoryPageSize = 200

/** Returns labels by id, without those that do not exist. Strongly consistent. */
export async function readLabels(
  database: Database,
  organizationId: string,
  labelIds: readonly string[],
): Promise<LabelDirectory> {
  const keys = labelIds.map((labelId) => ({ organizationId, labelId }))
  const labels = await readRecords(database, goalLabelEntity, keys)
  return new Map(labels.map((label) => [label.labelId, label]))
}

/**
 * Reads the labels of an organization in parallel with its goals, so that labels need no round trip of their own. The
 * returned function reads missing labels: an organization may have more than 200, or a label may have just been created
 * and attached.
 *
 * Strongly consistent: every goal shows a renamed label immediately.
 */
export async function readLabelDirectory(database: Database, organizationId: string) {
  const entity = goalLabelEntity(database)
  const query = entity.query.record({ organizationId }).params({ consistent: true, limit: directoryPageSize })
  const { data } = await queryRecords(database, entity, query)
  const first: LabelDirectory = new Map(data.map((label) => [label.labelId, label]))

  /** Returns a directory that contains these ids. */
  return async (labelIds: Iterable<string>): Promise<LabelDirectory> => {
    const missing = [...new Set(labelIds)].filter((id) => !first.has(id))
    if (missing.length === 0) return first
    return new Map([...first, ...(await readLabels(database, organizationId, missing))])
  }
}

/** The labels of one goal as clients see them, sorted by name. */
export function labelsByName(directory: LabelDirectory, labelIds: readonly string[]): GoalLabel[] {
  return labelIds
    .flatMap((id) => directory.get(id) ?? [])
    .sort((left, right) => compareNames(left.name, right.name))
    .map(toGoalLabelResponse)
}

/** @throws `invalid_goal_labels` unless every id is a label of the organization. */
export function requireLabels(directory: LabelDirectory, labelIds: readonly string[]): void {
  const unknown = labelIds.filter((id) => !directory.has(id))
  if (unknown.length > 0) throw invalidGoalLabels(unknown)
}

export function invalidGoalLabels(labelIds: readonly string[]): ServiceError {
  return new ServiceError(
    'invalid_goal_labels',
    `These labels do not exist in the organization: ${labelIds.join(', ')}.`,
  )
}
