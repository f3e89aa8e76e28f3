import { createHash } from 'node:crypto'
import { ancestorCopyOf, blockerCopyOf } from '../../../goals/tree/following/neighbors.ts'
import { childFactsOf } from '../../../goals/tree/following/rollup.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { goalRowEntity } from '../../../storage/table/entities/goals/goal-row.ts'
import type {
  BlockerCopy,
  ChildFacts,
  GoalNeighborsRecord,
  GoalTreeRecord,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { keyOfRecord } from '../../../storage/table/entity.ts'
import { longId, shortId } from '../../../storage/table/short-id.ts'

/** Stands for a value, so that the value need not be kept. */
export type Digest = number

const digestBytes = 6

/** Properties count whatever their order. */
export function digestOf(value: object): Digest {
  const text = JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )
  return createHash('sha256').update(text, 'utf8').digest().readUIntBE(0, digestBytes)
}

/** The parts of a goal's row that matter for goals around it. */
export type PlacedRow = {
  parentKey: string | undefined
  blockerKeys: string[]
  /** Without a roll-up. */
  facts: ChildFacts
  ancestorCopy: Digest
  blockerCopy: Digest
}

/** A goal that has others around it, by all that is stored about its place. */
export type Place = {
  goalKey: string
  row?: PlacedRow
  tree?: { parentKey: string | undefined; below: number[]; rollup: Digest | undefined }
  /** Of the copies around it, in order. */
  neighbors?: Neighbors
}

export type Neighbors = { ancestors: Digest[]; blockers: Digest[] }

/** The places of one organization. */
export type Organization = {
  organizationKey: string
  goals: Map<string, Place>
  /** What the records of sub-goals say, by parent and sub-goal. */
  children: Map<string, Map<string, Digest>>
  /** Which goals wait, by the goal that they wait for. */
  dependents: Map<string, Set<string>>
  /** Whether its record of labels says that goals belong together. */
  hasRelations: boolean
  /** Whether something is still to follow from changes: what is derived may be late. */
  isWaiting: boolean
}

export function emptyOrganization(organizationKey: string): Organization {
  return {
    organizationKey,
    goals: new Map(),
    children: new Map(),
    dependents: new Map(),
    hasRelations: false,
    isWaiting: false,
  }
}

export function placedRowOf(row: GoalRow): PlacedRow {
  return {
    parentKey: row.parentGoalId === undefined ? undefined : shortId(row.parentGoalId),
    blockerKeys: row.blockedByGoalIds.map(shortId),
    facts: childFactsOf(row, undefined),
    ancestorCopy: digestOf(ancestorCopyOf(row)),
    blockerCopy: digestOf(blockerCopyOf(row)),
  }
}

export function treeOf({
  parentKey,
  below1 = 0,
  below2 = 0,
  below3 = 0,
  below4 = 0,
  rollup,
}: GoalTreeRecord): NonNullable<Place['tree']> {
  return {
    parentKey,
    below: [below1, below2, below3, below4],
    rollup: rollup && digestOf(rollup),
  }
}

export function neighborsOf({ ancestors, blockers }: GoalNeighborsRecord): Neighbors {
  return {
    ancestors: ancestors.map(({ id, title, ownerKey }) => digestOf({ id, title, ownerKey })),
    blockers: blockers.map(({ id, title, ownerKey, status }: BlockerCopy) =>
      digestOf({ id, title, ownerKey, status }),
    ),
  }
}

/** A goal with its row. */
export type PlacedGoal = Place & { row: PlacedRow }

export function goalsIn({ goals }: Organization): PlacedGoal[] {
  return [...goals.values()].filter((place): place is PlacedGoal => place.row !== undefined)
}

/** Returns the keys of the goals above one, from the parent up. At most five, so that a circle ends. */
export function keysAbove({ goals }: Organization, goalKey: string): string[] {
  const above: string[] = []
  const circleLength = 5
  let next = goals.get(goalKey)?.row?.parentKey
  while (next !== undefined && goals.get(next)?.row && above.length < circleLength) {
    above.push(next)
    next = goals.get(next)?.row?.parentKey
  }
  return above
}

/** A goal as findings name it. */
export function nameOf({ organizationKey }: Organization, goalKey: string): string {
  return `${longId(organizationKey)}/${longId(goalKey)}`
}

export function rowKeyOf({ organizationKey }: Organization, goalKey: string) {
  return keyOfRecord(goalRowEntity, { organizationKey, goalKey })
}
