import type { Database } from '../../database/client.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import {
  encodeRow,
  type GoalRow,
  goalKeyOf,
  goalLabelRowEntity,
  goalRowEntity,
} from '../../table/entities/goals/goal-row.ts'
import { goalStandingEntity } from '../../table/entities/goals/goal-standing.ts'
import { goalTextEntity } from '../../table/entities/goals/goal-text.ts'
import { createRecord, putRecord, replaceRecord } from '../../table/put-record.ts'
import { shortId } from '../../table/short-id.ts'
import { labelCounts } from '../labels/label-counts.ts'
import type { GoalState } from './read-goal.ts'

/**
 * Returns the writes that take a goal from one version to the next, for the transaction that also writes the entry of
 * its history. They fail as `goal` if the goal has changed since it was read, so one entry follows each version, and as
 * `attach:<label>` if an attached label does not exist.
 *
 * Texts and standing are written only if this version changed them. A label's copy of the row is written every time,
 * because it carries what lists show and orders them.
 *
 * @param previous  The row as it was read; undefined for a new goal.
 */
export function writeGoal(
  database: Database,
  { row, text, standing }: GoalState,
  previous: GoalRow | undefined,
): Record<string, TransactionItem> {
  const key = goalKeyOf(row)
  const { version } = row
  const record = encodeRow(row)

  const items: Record<string, TransactionItem> = {
    goal: previous
      ? replaceRecord(database, goalRowEntity, record, previous.version)
      : createRecord(database, goalRowEntity, record),
  }
  if (row.textVersion === version) {
    items.text = putRecord(database, goalTextEntity, { ...key, version, ...text })
  }
  if (row.standingVersion === version) {
    items.standing = putRecord(database, goalStandingEntity, { ...key, version, ...standing })
  }
  for (const labelId of row.labelIds) {
    items[`label:${labelId}`] = putRecord(database, goalLabelRowEntity, {
      ...record,
      labelKey: shortId(labelId),
    })
  }
  for (const labelId of previous?.labelIds ?? []) {
    if (row.labelIds.includes(labelId)) continue
    items[`label:${labelId}`] = {
      Delete: goalLabelRowEntity(database)
        .delete({ ...key, labelKey: shortId(labelId) })
        .params(),
    }
  }
  return { ...items, ...labelCounts(database, row.organizationId, row.labelIds, previous?.labelIds ?? []) }
}
