import { changeQueue } from '../../../storage/table/entities/events/change.ts'
import { decodeRow, type GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import type { StoredRecord } from '../../../storage/table/entities.ts'
import { longId, shortId } from '../../../storage/table/short-id.ts'
import type { Check, Report } from '../../finding.ts'
import { checkDerived } from './check-derived.ts'
import { checkStructure } from './check-structure.ts'
import {
  digestOf,
  emptyOrganization,
  goalsIn,
  neighborsOf,
  type Organization,
  type Place,
  placedRowOf,
  treeOf,
} from './places.ts'

export type TreeCheck = Check & {
  /** Returns the goals that others name, and whose rows were not kept, because nothing beside them says so. */
  named(): { organizationId: string; goalId: string }[]
  /** Adds the row of such a goal. */
  add(row: GoalRow): void
}

/**
 * Checks the places of goals among others: trees, who waits for whom, and what is derived from that. It keeps a few values of each goal
 * that has a parent, a sub-goal or a blocker, and nothing of the others.
 */
export function checkTree(report: Report): TreeCheck {
  const organizations = new Map<string, Organization>()

  function organizationAt(organizationKey: string): Organization {
    const known = organizations.get(organizationKey) ?? emptyOrganization(organizationKey)
    organizations.set(organizationKey, known)
    return known
  }

  function placeOf({ organizationKey, goalKey }: { organizationKey: string; goalKey: string }): Place {
    const { goals } = organizationAt(organizationKey)
    const known = goals.get(goalKey) ?? { goalKey }
    goals.set(goalKey, known)
    return known
  }

  function seeRow(record: StoredRecord<'goalRow'>): void {
    const row = decodeRow(record)
    // The records of its place come before the row, in the same partition.
    const hasPlace = organizations.get(record.organizationKey)?.goals.has(record.goalKey)
    if (!hasPlace && row.parentGoalId === undefined && row.blockedByGoalIds.length === 0) return
    placeOf(record).row = placedRowOf(row)
  }

  return {
    see(record) {
      switch (record.__edb_e__) {
        case 'goalTree':
          placeOf(record).tree = treeOf(record)
          break
        case 'goalNeighbors':
          placeOf(record).neighbors = neighborsOf(record)
          break
        case 'goalRow':
          seeRow(record)
          break
        case 'goalChild': {
          const { children } = organizationAt(record.organizationKey)
          const below = children.get(record.goalKey) ?? new Map()
          children.set(record.goalKey, below.set(record.childKey, digestOf(record.facts)))
          break
        }
        case 'goalDependent': {
          const { dependents } = organizationAt(record.organizationKey)
          const waiting = dependents.get(record.goalKey) ?? new Set()
          dependents.set(record.goalKey, waiting.add(record.dependentKey))
          break
        }
        case 'goalLabelDirectory':
          if (record.hasRelations) organizationAt(shortId(record.organizationId)).hasRelations = true
          break
        case 'change':
          // One that was parked waits for nothing.
          if (record.queue === changeQueue.queue && record.content.relations) {
            organizationAt(shortId(record.content.organizationId)).isWaiting = true
          }
          break
      }
    },
    named() {
      return [...organizations.values()].flatMap((organization) => {
        const { goals, organizationKey } = organization
        const keys = goalsIn(organization).flatMap(({ row: { blockerKeys, parentKey } }) =>
          parentKey === undefined ? blockerKeys : [...blockerKeys, parentKey],
        )
        return [...new Set(keys)]
          .filter((key) => !goals.get(key)?.row)
          .map((key) => ({ organizationId: longId(organizationKey), goalId: longId(key) }))
      })
    },
    add(row) {
      placeOf({ organizationKey: shortId(row.organizationId), goalKey: shortId(row.goalId) }).row =
        placedRowOf(row)
    },
    end() {
      for (const organization of organizations.values()) {
        const isSound = checkStructure(report, organization)
        if (isSound && !organization.isWaiting) checkDerived(report, organization)
      }
    },
  }
}
