import { goalLabelEntity } from '../../storage/table/entities/goal-labels/goal-label.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/** Prefix of the names of transaction items that fail if an attached label does not exist. */
const attachPrefix = 'attach:'

/**
 * Returns the writes that keep the use counts of labels. Counting requires the label to exist, so attaching a label and
 * deleting it as unused can never both succeed.
 *
 * @param labelIds  The ids of a goal's labels after the change.
 * @param previous  The ids before the change.
 */
export function labelCounts(
  organizationId: string,
  labelIds: readonly string[],
  previous: readonly string[],
): Record<string, TransactionItem> {
  const items: Record<string, TransactionItem> = {}
  const count = (labelId: string, change: 1 | -1): TransactionItem => ({
    Update: goalLabelEntity.patch({ organizationId, labelId }).add({ useCount: change }),
  })
  for (const labelId of labelIds) {
    if (!previous.includes(labelId)) items[`${attachPrefix}${labelId}`] = count(labelId, 1)
  }
  for (const labelId of previous) {
    if (!labelIds.includes(labelId)) items[`detach:${labelId}`] = count(labelId, -1)
  }
  return items
}

/** Returns the ids of the labels that could not be attached, from the names of the failed items. */
export function missingLabels(failed: readonly string[]): string[] {
  return failed.filter((name) => name.startsWith(attachPrefix)).map((name) => name.slice(attachPrefix.length))
}
