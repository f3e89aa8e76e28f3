import type { Database } from '../../database/client.ts'
import { scanTable } from '../../database/scan-table.ts'
import type { EntityName } from '../../table/entities.ts'
import { longId } from '../../table/short-id.ts'

/** The entities in a goal's partition. The row sorts last. */
const goalRecords: ReadonlySet<unknown> = new Set<EntityName>([
  'goalRow',
  'goalStanding',
  'goalText',
  'goalReport',
  'goalEdit',
  'goalReportKey',
  'goalAlarm',
  'goalLabelRow',
])

/**
 * Finds deleted goals that left orphaned records, by scanning the table. The local service does so once:
 * earlier versions recorded no changes, which finish deletions. The result may contain a goal that was published during the scan, which `cleanUpDeletedGoal` keeps.
 *
 * Yields once per page, so that the caller can stop in between.
 */
export async function* findOrphanedGoals(
  database: Database,
): AsyncGenerator<{ organizationId: string; goalId: string }[]> {
  const attributes = ['pk', '__edb_e__', 'o', 'g']
  /** The partition that is being read, until its row is found. */
  let partition: { pk: string; organizationId: string; goalId: string } | undefined
  for await (const records of scanTable(database, attributes)) {
    const found = []
    for (const { pk, __edb_e__: entity, o, g } of records) {
      if (partition && pk !== partition.pk) {
        found.push({ organizationId: partition.organizationId, goalId: partition.goalId })
        partition = undefined
      }
      if (!goalRecords.has(entity)) continue
      partition = { pk, organizationId: longId(String(o)), goalId: longId(String(g)) }
      if (entity === 'goalRow') partition = undefined
    }
    yield found
  }
  if (partition) yield [{ organizationId: partition.organizationId, goalId: partition.goalId }]
}
