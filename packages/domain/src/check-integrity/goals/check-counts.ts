import {
  cellOf,
  completeCounts,
  countKeyOf,
  type GoalCell,
  partsOf,
} from '../../storage/table/entities/goals/goal-count.ts'
import { decodeRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/** The counts of an organization's goals, from the records seen so far. */
type Counted = {
  /** The record that says that all goals are counted. */
  complete?: RecordKey
  /** By shard and cell: goals, less those that are counted. */
  missing: Map<string, number>
}

/** Checks that the counts of an organization's goals are those of its goals. */
export function checkCounts(report: Report): Check {
  const organizations = new Map<string, Counted>()

  function add(organizationKey: string, shard: string, cell: string, number: number): void {
    const { missing } = countedIn(organizationKey)
    const name = `${shard}/${cell}`
    missing.set(name, (missing.get(name) ?? 0) + number)
  }

  function countedIn(organizationKey: string): Counted {
    const counted = organizations.get(organizationKey) ?? { missing: new Map() }
    organizations.set(organizationKey, counted)
    return counted
  }

  return {
    see(record) {
      if (record.__edb_e__ === 'goalRow') {
        const row = decodeRow(record)
        const { organizationKey, shard } = countKeyOf(row)
        add(organizationKey, shard, cellOf(row), 1)
      } else if (record.__edb_e__ === 'goalCount') {
        const { pk, sk, organizationKey, shard, changes: _changes, ...cells } = record
        if (shard === completeCounts) countedIn(organizationKey).complete = { pk, sk }
        for (const [cell, number] of Object.entries(cells)) {
          if (typeof number === 'number') add(organizationKey, shard, cell, -number)
        }
      }
    },
    end() {
      for (const [organizationKey, { complete, missing }] of organizations) {
        // Organizations that are older than the counts are counted from their rows.
        if (!complete) continue
        for (const [name, number] of missing) {
          if (number === 0) continue
          const [, cell = ''] = name.split('/')
          const [status, health] = partsOf(cell as GoalCell)
          const goals = `${status} goals with health ${health}`
          const difference = `${Math.abs(number)} too ${number > 0 ? 'few' : 'many'}`
          report('broken', complete, `organization ${longId(organizationKey)} counts ${difference} ${goals}`)
        }
      }
    },
  }
}
