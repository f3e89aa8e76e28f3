import {
  cellOf,
  countKeyOf,
  type GoalCell,
  goalCountEntity,
  partsOf,
} from '../../storage/table/entities/goals/goal-count.ts'
import { decodeRow } from '../../storage/table/entities/goals/goal-row.ts'
import { keyOfRecord } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/** Checks that the counts of an organization's goals are those of its goals. */
export function checkCounts(report: Report): Check {
  /** Goals, less those that are counted, by organization, shard and cell. */
  const missing = new Map<string, number>()

  function add(organizationKey: string, shard: string, cell: string, number: number): void {
    const name = `${organizationKey}/${shard}/${cell}`
    missing.set(name, (missing.get(name) ?? 0) + number)
  }

  return {
    see(record) {
      if (record.__edb_e__ === 'goalRow') {
        const row = decodeRow(record)
        const { organizationKey, shard } = countKeyOf(row)
        add(organizationKey, shard, cellOf(row), 1)
      } else if (record.__edb_e__ === 'goalCount') {
        const { organizationKey, shard, changes: _changes, ...cells } = record
        for (const [cell, number] of Object.entries(cells)) {
          if (typeof number === 'number') add(organizationKey, shard, cell, -number)
        }
      }
    },
    end() {
      for (const [name, number] of missing) {
        if (number === 0) continue
        const [organizationKey = '', shard = '', cell] = name.split('/')
        const [status, health] = partsOf(cell as GoalCell)
        const goals = `${status} goals with health ${health}`
        const difference = `${Math.abs(number)} too ${number > 0 ? 'few' : 'many'}`
        report(
          'broken',
          keyOfRecord(goalCountEntity, { organizationKey, shard }),
          `organization ${longId(organizationKey)} counts ${difference} ${goals}`,
        )
      }
    },
  }
}
