import type { Database } from '../../database/client.ts'
import { scanTable } from '../../database/scan-table.ts'
import type { EntityName } from '../../table/entities.ts'

/** The entities in a goal's partition. The goal itself sorts first. */
const goalRecords: ReadonlySet<unknown> = new Set<EntityName>([
  'goal',
  'goalUpdate',
  'goalUpdateKey',
  'goalLabelAssignment',
])

/**
 * Finds deleted goals that left orphaned records, by scanning the table. The local service uses it, because its table
 * has no stream. The result may contain a goal that was published during the scan, which `cleanUpDeletedGoal` keeps.
 *
 * Yields once per page, so that the caller can stop in between.
 */
export async function* findOrphanedGoals(
  database: Database,
): AsyncGenerator<{ organizationId: string; goalId: string }[]> {
  let partition: string | undefined
  const attributes = ['pk', '__edb_e__', 'organizationId', 'goalId']
  for await (const records of scanTable(database, attributes)) {
    const found = []
    for (const { pk, __edb_e__: entity, organizationId, goalId } of records) {
      if (pk === partition || !goalRecords.has(entity)) continue
      partition = pk
      if (entity !== 'goal') found.push({ organizationId: String(organizationId), goalId: String(goalId) })
    }
    yield found
  }
}
