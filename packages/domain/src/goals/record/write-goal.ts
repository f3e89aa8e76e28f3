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
  const rows = goalRowEntity(database)
  const labelRows = goalLabelRowEntity(database)
  const key = goalKeyOf(row)
  const { version } = row
  const record = encodeRow(row)

  const items: Record<string, TransactionItem> = {
    goal: {
      Put: previous
        ? rows
            .put(record)
            .where((stored, { eq }) => eq(stored.version, previous.version))
            .params()
        : rows.create(record).params(),
    },
  }
  if (row.textVersion === version) {
    items.text = {
      Put: goalTextEntity(database)
        .put({ ...key, version, ...text })
        .params(),
    }
  }
  if (row.standingVersion === version) {
    items.standing = {
      Put: goalStandingEntity(database)
        .put({ ...key, version, ...standing })
        .params(),
    }
  }
  for (const labelId of row.labelIds) {
    items[`label:${labelId}`] = {
      Put: labelRows.put({ ...record, labelKey: shortId(labelId) }).params(),
    }
  }
  for (const labelId of previous?.labelIds ?? []) {
    if (row.labelIds.includes(labelId)) continue
    items[`label:${labelId}`] = { Delete: labelRows.delete({ ...key, labelKey: shortId(labelId) }).params() }
  }
  return { ...items, ...labelCounts(database, row.organizationId, row.labelIds, previous?.labelIds ?? []) }
}
