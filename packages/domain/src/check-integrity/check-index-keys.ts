import type { Database } from '../database/client.ts'
import { entities, type StoredRecord } from '../table/entities.ts'
import type { Check, Report } from './finding.ts'

/** A put of any entity. */
type Writer = { put(record: object): { params(): object } }

/**
 * A record stands where its content says, in the table and in every index, and in no other index: elsewise a list
 * loses or misplaces it, or still shows what is over.
 */
export function checkIndexKeys(report: Report, database: Database): Check {
  return {
    see(record) {
      const expected = keysOf(written(record, database))
      if (!expected) {
        report(
          'broken',
          record,
          `${record.__edb_e__} ${record.pk} ${record.sk} lacks what its kind must have`,
        )
        return
      }
      const stored = keysOf(record) ?? {}
      for (const name of new Set([...Object.keys(expected), ...Object.keys(stored)])) {
        if (expected[name] === stored[name]) continue
        report(
          'broken',
          record,
          `${record.__edb_e__} ${record.pk} ${record.sk} has ${name} ${stored[name]}, not ${expected[name]}`,
        )
      }
    },
    end: () => undefined,
  }
}

/** The record as its entity would write this content; undefined where the content does not do for one. */
function written(record: StoredRecord, database: Database): object | undefined {
  const entity = entities[record.__edb_e__](database) as Writer
  try {
    return (entity.put(record).params() as { Item: object }).Item
  } catch {
    return undefined
  }
}

/** Keys of the table and of its indexes. */
function keysOf(item: object | undefined): Record<string, unknown> | undefined {
  return item && Object.fromEntries(Object.entries(item).filter(([name]) => /^(gsi\d)?[ps]k$/.test(name)))
}
