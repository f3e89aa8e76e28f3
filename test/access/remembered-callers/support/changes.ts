import type { Database } from '@cairn/domain/storage/database/client'
import { scanTable } from '@cairn/domain/storage/database/scan-table'

/**
 * Every record of a table as text, by key. The labels of a label directory count as records, since each changes by
 * itself.
 */
export type Snapshot = ReadonlyMap<string, string>

export async function takeSnapshot(database: Database): Promise<Snapshot> {
  const records = new Map<string, string>()
  for await (const page of scanTable(database)) {
    for (const record of page) {
      const { labels = {}, ...rest } = record as { pk: string; sk: string; labels?: object }
      const fields = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))
      records.set(`${rest.pk} ${rest.sk}`, JSON.stringify(fields))
      for (const entry of Object.entries(labels)) {
        records.set(`${rest.pk} ${rest.sk} ${entry[0]}`, JSON.stringify(entry))
      }
    }
  }
  return records
}

/** Changed records in any order: added, removed or replaced. */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const added = [...after].filter(([key, record]) => before.get(key) !== record)
  const removed = [...before].filter(([key]) => !after.has(key))
  return [...added.map(([, record]) => `now ${record}`), ...removed.map(([, record]) => `was ${record}`)]
}
