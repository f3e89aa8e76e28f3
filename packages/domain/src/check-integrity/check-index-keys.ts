import { isKeyName } from '../storage/table/entities.ts'
import { type AnyEntity, itemIfComplete } from '../storage/table/entity.ts'
import { tableService } from '../storage/table/service.ts'
import type { Check, Report } from './finding.ts'

/**
 * Checks that every key matches the record's content, in the table and in every index. Otherwise a list misses or
 * misplaces the record, or still shows it when it should not.
 */
export function checkIndexKeys(report: Report): Check {
  return {
    see(record) {
      const entity: AnyEntity = tableService.entities[record.__edb_e__]
      const expected = keysOf(itemIfComplete(entity, record))
      if (!expected) {
        report('broken', record, `${record.__edb_e__} ${record.pk} ${record.sk} lacks a required attribute`)
        return
      }
      const stored = keysOf(record) ?? {}
      for (const name of new Set([...Object.keys(expected), ...Object.keys(stored)])) {
        if (expected[name] === stored[name]) continue
        report(
          'broken',
          record,
          `${record.__edb_e__} ${record.pk} ${record.sk} has ${name} ${stored[name]}, expected ${expected[name]}`,
        )
      }
    },
    end: () => undefined,
  }
}

/** The keys of the table and its indexes. */
function keysOf(item: object | undefined): Record<string, unknown> | undefined {
  return item && Object.fromEntries(Object.entries(item).filter(([name]) => isKeyName(name)))
}
