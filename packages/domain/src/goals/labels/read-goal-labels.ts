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

/**
 * Enough for the labels of nearly every organization in one small query (about 50 KB, 12 read units at most).
 */
const directoryPageSize = 200

/**
 * Reads labels by id, strongly consistent; unknown ids are missing from the answer.
 */
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
 * Reads an organization's labels while its goals are still being read, so that joining names costs no trip of
 * its own. One more is needed only for what the query left out: in an organization with more than 200 labels, or
 * where a label was made and attached in this very moment.
 *
 * The query is strongly consistent: a rename shows in every goal at once.
 */
export async function readLabelDirectory(database: Database, organizationId: string) {
  const entity = goalLabelEntity(database)
  const query = entity.query.record({ organizationId }).params({ consistent: true, limit: directoryPageSize })
  const { data } = await queryRecords(database, entity, query)
  const first: LabelDirectory = new Map(data.map((label) => [label.labelId, label]))

  /** The directory, complete for these ids. */
  return async (labelIds: Iterable<string>): Promise<LabelDirectory> => {
    const missing = [...new Set(labelIds)].filter((id) => !first.has(id))
    if (missing.length === 0) return first
    return new Map([...first, ...(await readLabels(database, organizationId, missing))])
  }
}

/** The labels of one goal as clients see them, by name. */
export function labelsByName(directory: LabelDirectory, labelIds: readonly string[]): GoalLabel[] {
  return labelIds
    .flatMap((id) => directory.get(id) ?? [])
    .sort((left, right) => compareNames(left.name, right.name))
    .map(toGoalLabelResponse)
}

/** Throws `invalid_goal_labels` unless every id is a label of the organization. */
export function requireLabels(directory: LabelDirectory, labelIds: readonly string[]): void {
  const unknown = labelIds.filter((id) => !directory.has(id))
  if (unknown.length > 0) throw invalidGoalLabels(unknown)
}

export function invalidGoalLabels(labelIds: readonly string[]): ServiceError {
  return new ServiceError('invalid_goal_labels', `Not labels of this organization: ${labelIds.join(', ')}.`)
}
