import type { Database } from '../../storage/database/client.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import {
  completeCounts,
  type GoalCell,
  type GoalCountRecord,
  goalCountEntity,
} from '../../storage/table/entities/goals/goal-count.ts'
import { partitionKeyOf, recordsOf } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'

/**
 * Reads how many goals an organization has in each cell, in one read unit. Strongly consistent. Undefined if some of its goals
 * may not be counted, because the organization is older than the counts.
 */
export async function readCounts(
  database: Database,
  organizationId: string,
): Promise<ReadonlyMap<GoalCell, number> | undefined> {
  const pk = partitionKeyOf(goalCountEntity, 'record', { organizationKey: shortId(organizationId) })
  const { items } = await readPartition(database, pk)
  const records = recordsOf(goalCountEntity, items)
  return records.some(({ shard }) => shard === completeCounts) ? sumOf(records) : undefined
}

/** Adds up the shards. Pure. */
export function sumOf(records: readonly GoalCountRecord[]): Map<GoalCell, number> {
  const sums = new Map<GoalCell, number>()
  for (const { organizationKey: _organization, shard: _shard, changes: _changes, ...cells } of records) {
    for (const [cell, count] of Object.entries(cells) as [GoalCell, number][]) {
      sums.set(cell, (sums.get(cell) ?? 0) + count)
    }
  }
  return sums
}
