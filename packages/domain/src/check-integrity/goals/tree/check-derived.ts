import { rollupOf } from '../../../goals/tree/following/rollup.ts'
import type { ChildFacts } from '../../../storage/table/entities/goals/goal-tree.ts'
import {
  goalChildEntity,
  goalNeighborsEntity,
  goalTreeEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { keyOfRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Report } from '../../finding.ts'
import {
  type Digest,
  digestOf,
  goalsIn,
  keysAbove,
  type Neighbors,
  nameOf,
  type Organization,
  type PlacedGoal,
} from './places.ts'

/** Checks what is derived from goals whose places are sound: facts of sub-goals, roll-ups and copies. Counts from the rows alone. */
export function checkDerived(report: Report, organization: Organization): void {
  const { organizationKey, goals, children } = organization
  const related = goalsIn(organization)
  const factsBelow = createRecount(organization)
  for (const goal of related) {
    const { goalKey, row, tree } = goal
    const name = nameOf(organization, goalKey)
    const facts = factsBelow(goal)
    const stored = row.parentKey === undefined ? undefined : children.get(row.parentKey)?.get(goalKey)
    if (row.parentKey !== undefined && stored !== undefined && stored !== digestOf(facts)) {
      const key = keyOfRecord(goalChildEntity, { organizationKey, goalKey: row.parentKey, childKey: goalKey })
      report(
        'broken',
        key,
        `goal ${nameOf(organization, row.parentKey)} has other facts of its sub-goal ${longId(goalKey)} than that one`,
      )
    }
    if (tree?.rollup !== (facts.r && digestOf(facts.r))) {
      const key = keyOfRecord(goalTreeEntity, { organizationKey, goalKey })
      report('broken', key, `the roll-up of goal ${name} is not what the goals below it add up to`)
    }
    const copies = goal.neighbors ?? { ancestors: [], blockers: [] }
    if (!isSame(copies, copiesOf(goal))) {
      const key = keyOfRecord(goalNeighborsEntity, { organizationKey, goalKey })
      report(
        'broken',
        key,
        `goal ${name} has other copies than of the goals above it and those that it waits for`,
      )
    }
  }

  function copiesOf({ goalKey, row }: PlacedGoal): Neighbors {
    const copies = (keys: readonly string[], name: 'ancestorCopy' | 'blockerCopy'): Digest[] =>
      keys.flatMap((key) => goals.get(key)?.row?.[name] ?? [])
    const ancestors = copies(keysAbove(organization, goalKey), 'ancestorCopy').toReversed()
    return { ancestors, blockers: copies(row.blockerKeys, 'blockerCopy') }
  }
}

function isSame(left: Neighbors, right: Neighbors): boolean {
  return (
    String(left.ancestors) === String(right.ancestors) && String(left.blockers) === String(right.blockers)
  )
}

/** Returns a function that returns the facts of a goal, with what the goals below it add up to. */
function createRecount(organization: Organization): (goal: PlacedGoal) => ChildFacts {
  const byParent = Map.groupBy(
    // In the order of the records, in which numbers were added.
    goalsIn(organization).toSorted((left, right) => (left.goalKey < right.goalKey ? -1 : 1)),
    ({ row }) => row.parentKey,
  )
  const known = new Map<string, ChildFacts>()
  return function factsOf(goal: PlacedGoal): ChildFacts {
    const counted = known.get(goal.goalKey)
    if (counted) return counted
    const rollup = rollupOf((byParent.get(goal.goalKey) ?? []).map(factsOf))
    const facts = { ...goal.row.facts, ...(rollup && { r: rollup }) }
    known.set(goal.goalKey, facts)
    return facts
  }
}
