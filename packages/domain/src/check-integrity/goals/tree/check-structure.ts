import { maximumAncestors, maximumChildren } from '@cairn/contract/schemas/goals/goal-relations'
import { goalLabelDirectoryEntity } from '../../../storage/table/entities/goal-labels/goal-label-directory.ts'
import {
  goalChildEntity,
  goalDependentEntity,
  goalTreeEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import { keyOfRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Report } from '../../finding.ts'
import { goalsIn, keysAbove, nameOf, type Organization, type PlacedGoal, rowKeyOf } from './places.ts'

/**
 * Checks what decides: parents and blockers in the rows of goals, and the records that were written with them. Returns whether goals
 * form trees, so that something can be derived from them.
 */
export function checkStructure(report: Report, organization: Organization): boolean {
  const { hasRelations } = organization
  const organizationId = longId(organization.organizationKey)
  const related = goalsIn(organization)
  const isRelated = related.some(({ row }) => row.parentKey !== undefined || row.blockerKeys.length > 0)
  if (isRelated && !hasRelations) {
    const key = keyOfRecord(goalLabelDirectoryEntity, { organizationId })
    report(
      'broken',
      key,
      `organization ${organizationId} does not know that some of its goals belong together`,
    )
  }
  for (const goal of related) checkParent(report, organization, goal)
  checkChildren(report, organization)
  checkLevels(report, organization, related)
  for (const goal of related) checkBlockers(report, organization, goal)
  return checkCircles(report, organization, related)
}

/** Checks that a goal's parent exists, and that the records of its place name the same one. */
function checkParent(report: Report, organization: Organization, { goalKey, row, tree }: PlacedGoal): void {
  const { organizationKey, goals, children } = organization
  const { parentKey } = row
  const name = nameOf(organization, goalKey)
  const idOf = (key: string | undefined) => (key === undefined ? 'none' : longId(key))
  if (tree?.parentKey !== parentKey) {
    report(
      'broken',
      keyOfRecord(goalTreeEntity, { organizationKey, goalKey }),
      `goal ${name} has parent ${idOf(parentKey)}, but its place says ${idOf(tree?.parentKey)}`,
    )
  }
  if (parentKey === undefined) return
  if (!goals.get(parentKey)?.row) {
    report(
      'broken',
      rowKeyOf(organization, goalKey),
      `goal ${name} is below goal ${longId(parentKey)}, which does not exist`,
    )
  }
  if (!children.get(parentKey)?.has(goalKey)) {
    const key = keyOfRecord(goalChildEntity, { organizationKey, goalKey: parentKey, childKey: goalKey })
    report(
      'broken',
      key,
      `goal ${nameOf(organization, parentKey)} has no record of its sub-goal ${longId(goalKey)}`,
    )
  }
}

/** Checks that every record of a sub-goal is below the goal's parent. */
function checkChildren(report: Report, organization: Organization): void {
  const { organizationKey, goals, children } = organization
  for (const [goalKey, below] of children) {
    for (const childKey of below.keys()) {
      if (goals.get(childKey)?.row?.parentKey === goalKey) continue
      report(
        'broken',
        keyOfRecord(goalChildEntity, { organizationKey, goalKey, childKey }),
        `goal ${nameOf(organization, goalKey)} has a record of sub-goal ${longId(childKey)}, which is not below it`,
      )
    }
  }
}

/** Checks that goals count those below them, and that trees keep their limits. */
function checkLevels(report: Report, organization: Organization, related: readonly PlacedGoal[]): void {
  const below = new Map<string, number[]>()
  const levels = () => Array.from({ length: maximumAncestors }, () => 0)
  for (const { goalKey } of related) {
    const above = keysAbove(organization, goalKey)
    if (above.length > maximumAncestors) {
      const name = nameOf(organization, goalKey)
      report(
        'broken',
        rowKeyOf(organization, goalKey),
        `goal ${name} has more than ${maximumAncestors} goals above it`,
      )
    }
    for (const [index, key] of above.slice(0, maximumAncestors).entries()) {
      const counts = below.get(key) ?? levels()
      below.set(key, counts.with(index, (counts[index] ?? 0) + 1))
    }
  }
  for (const { goalKey, tree } of related) {
    const counted = tree?.below ?? levels()
    const there = below.get(goalKey) ?? levels()
    const name = nameOf(organization, goalKey)
    const key = keyOfRecord(goalTreeEntity, { organizationKey: organization.organizationKey, goalKey })
    if (String(counted) !== String(there)) {
      report('broken', key, `goal ${name} counts ${counted} goals on the levels below it, but has ${there}`)
    }
    if ((there[0] ?? 0) > maximumChildren) report('broken', key, `goal ${name} has ${there[0]} sub-goals`)
  }
}

/** Checks that the goals that one waits for know it, and that none of them is above or below it. */
function checkBlockers(report: Report, organization: Organization, { goalKey, row }: PlacedGoal): void {
  const { organizationKey, goals, dependents } = organization
  const name = nameOf(organization, goalKey)
  for (const blockerKey of row.blockerKeys) {
    // A deleted goal blocks nobody.
    if (!goals.get(blockerKey)?.row) continue
    if (!dependents.get(blockerKey)?.has(goalKey)) {
      const key = keyOfRecord(goalDependentEntity, {
        organizationKey,
        goalKey: blockerKey,
        dependentKey: goalKey,
      })
      report(
        'broken',
        key,
        `goal ${nameOf(organization, blockerKey)} has no record that goal ${longId(goalKey)} waits for it`,
      )
    }
    const isAbove = keysAbove(organization, goalKey).includes(blockerKey)
    if (!isAbove && !keysAbove(organization, blockerKey).includes(goalKey)) continue
    const where = isAbove ? 'above' : 'below'
    report(
      'broken',
      rowKeyOf(organization, goalKey),
      `goal ${name} waits for goal ${longId(blockerKey)}, which is ${where} it`,
    )
  }
}

/** Checks that no goals wait for each other. A goal waits for its sub-goals, and for those that it names. */
function checkCircles(report: Report, organization: Organization, related: readonly PlacedGoal[]): boolean {
  const { goals } = organization
  /** The goals that wait for one, and for how many each of them waits. */
  const waiters = new Map<string, string[]>()
  const awaited = new Map<string, number>()
  const wait = (waiter: string, goalKey: string) => {
    waiters.set(goalKey, [...(waiters.get(goalKey) ?? []), waiter])
    awaited.set(waiter, (awaited.get(waiter) ?? 0) + 1)
  }
  for (const { goalKey, row } of related) {
    if (row.parentKey !== undefined && goals.get(row.parentKey)?.row) wait(row.parentKey, goalKey)
    for (const blockerKey of row.blockerKeys) if (goals.get(blockerKey)?.row) wait(goalKey, blockerKey)
  }
  // Removes goals that wait for none until there are only circles, and what waits for them.
  const free = related.map(({ goalKey }) => goalKey).filter((goalKey) => !awaited.has(goalKey))
  for (let goalKey = free.pop(); goalKey !== undefined; goalKey = free.pop()) {
    for (const waiter of waiters.get(goalKey) ?? []) {
      const left = (awaited.get(waiter) ?? 0) - 1
      awaited.set(waiter, left)
      if (left === 0) free.push(waiter)
    }
  }
  const [first] = related.filter(({ goalKey }) => (awaited.get(goalKey) ?? 0) > 0)
  if (!first) return true
  report(
    'broken',
    rowKeyOf(organization, first.goalKey),
    `goals wait for each other, or for such goals: goal ${nameOf(organization, first.goalKey)} is one of them`,
  )
  return false
}
