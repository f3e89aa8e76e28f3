import { noFilters } from '../../../goals/list/goal-filters.ts'
import { queryRows } from '../../../goals/list/goal-index.ts'
import type { Position } from '../../../storage/database/query-records.ts'
import { queryAllRecords } from '../../../storage/database/query-records.ts'
import {
  cellOf,
  countKeyOf,
  type GoalCell,
  type GoalCountRecord,
  goalCountEntity,
  goalCountShards,
} from '../../../storage/table/entities/goals/goal-count.ts'
import { shortId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/** Goals by cell. */
type Cells = Map<string, number>

const shards = Array.from({ length: goalCountShards }, (_, shard) => String(shard))

/** Counts the goals of an organization again by status and health. */
export const goalCountStep: RepairStep = {
  name: 'counts',
  see: {
    async organization(repair, { organizationId }) {
      if ((await compare(repair, organizationId)).length === 0) return
      // The index may have been behind.
      await repair.settle()
      for (const { stored, record } of await compare(repair, organizationId)) {
        await repair.write('counts of goals written', {
          count: stored
            ? {
                Put: goalCountEntity
                  .put(record)
                  .where(({ changes }, { eq, notExists }) =>
                    stored.changes === undefined ? notExists(changes) : eq(changes, stored.changes),
                  ),
              }
            : { Put: goalCountEntity.create(record) },
        })
      }
    },
  },
}

/** A shard that counts other goals than there are, and what it should be. */
type Wrong = { stored: GoalCountRecord | undefined; record: GoalCountRecord }

async function compare({ database }: Repair, organizationId: string): Promise<Wrong[]> {
  const organizationKey = shortId(organizationId)
  // Read first: every change of a goal's status or health advances `changes`, so that a write after a change fails.
  const records = await queryAllRecords(
    database,
    goalCountEntity,
    'record',
    { organizationKey },
    { consistent: true },
  )
  const goals = new Map<string, Cells>(shards.map((shard) => [shard, new Map()]))
  let cursor: Position | null = null
  do {
    const page: Awaited<ReturnType<typeof queryRows>> = await queryRows(database, organizationId, noFilters, {
      cursor,
    })
    for (const row of page.data) {
      const cells = goals.get(countKeyOf(row).shard)
      const cell = cellOf(row)
      cells?.set(cell, (cells.get(cell) ?? 0) + 1)
    }
    cursor = page.cursor
  } while (cursor !== null)
  return shards.flatMap((shard) => {
    const stored = records.find((record) => record.shard === shard)
    const { organizationKey: _, shard: __, changes = 0, ...counted } = stored ?? { changes: 0 }
    const cells = goals.get(shard) ?? new Map()
    const names = new Set([...Object.keys(counted), ...cells.keys()]) as Set<GoalCell>
    const isSame = [...names].every((name) => Number(counted[name as never] ?? 0) === (cells.get(name) ?? 0))
    const record = { organizationKey, shard, changes: changes + 1, ...Object.fromEntries(cells) }
    return isSame ? [] : [{ stored, record }]
  })
}
