import type { Database } from '../../database/client.ts'
import { scanTable } from '../../database/scan-table.ts'

/** What stands in a goal's partition, itself first. */
const goalRecords = new Set(['goal', 'goalUpdate', 'goalUpdateKey', 'goalLabelAssignment'])

/**
 * Goals that do not exist but of which something is left, found by reading the whole table: for one machine, whose
 * table tells of no removals. A goal that is published meanwhile may be among them; `cleanUpDeletedGoal` leaves it alone.
 *
 * Answers a list for each page that was read, so that whoever asks can stop in between.
 */
export async function* findOrphanedGoals(
  database: Database,
): AsyncGenerator<{ organizationId: string; goalId: string }[]> {
  let partition: string | undefined
  const attributes = ['pk', '__edb_e__', 'organizationId', 'goalId']
  for await (const records of scanTable(database, attributes)) {
    const found = []
    for (const { pk, __edb_e__: entity, organizationId, goalId } of records) {
      if (pk === partition || !goalRecords.has(String(entity))) continue
      partition = pk
      if (entity !== 'goal') found.push({ organizationId: String(organizationId), goalId: String(goalId) })
    }
    yield found
  }
}
