/** Roll-ups: what the goals below a goal add up to. Pure. */

import { type GoalStatus, goalHealths, goalStatuses } from '@cairn/contract/goals/goal-words'
import type { GoalRollup } from '@cairn/contract/schemas/goals/goal-relations'
import { type GoalRow, ownerKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import type { ChildFacts, StoredRollup } from '../../../storage/table/entities/goals/goal-tree.ts'
import { encodeTimeframe } from '../../../storage/table/entities/goals/row-fields.ts'
import { isBudgetUsed, isReviewRequested } from '../../record/summarize.ts'

const countedHealths = [...goalHealths, 'none'] as const

export const isOpen = (status: GoalStatus) => status === 'active' || status === 'paused'

/** The facts of a goal for the record below its parent. */
export function childFactsOf(row: GoalRow, rollup: StoredRollup | undefined): ChildFacts {
  return {
    s: row.status,
    ...(row.health !== undefined && { h: row.health }),
    ...(row.progress !== undefined && { p: row.progress }),
    ...(row.rollupWeight !== undefined && { k: row.rollupWeight }),
    w: ownerKeyOf(row.ownerUserId),
    f: encodeTimeframe(row.timeframe),
    ...(row.cadence !== undefined && { c: row.cadence }),
    ...(row.lastReport && { l: Date.parse(row.lastReport.createdAt) }),
    a: Date.parse(row.createdAt),
    ...(row.counts.notMet > 0 && { m: 1 as const }),
    ...(isBudgetUsed(row) && { b: 1 as const }),
    ...(isReviewRequested(row) && { v: 1 as const }),
    ...(rollup && { r: rollup }),
  }
}

/** Returns what children add up to; undefined without any. */
export function rollupOf(children: readonly ChildFacts[]): StoredRollup | undefined {
  const [first] = children
  if (!first) return undefined
  const total = (numberOf: (child: ChildFacts) => number) =>
    children.reduce((sum, child) => sum + numberOf(child), 0)
  const valued = children.flatMap((child) => {
    const value = progressOfChild(child)
    return value === undefined ? [] : [{ value, weight: child.k ?? 1 }]
  })
  const weights = valued.reduce((sum, { weight }) => sum + weight, 0)
  const isOfOne = children.every(({ w, r }) => w === first.w && (r === undefined || r.w === first.w))
  return {
    c: children.length,
    o: total((child) => Number(isOpen(child.s))),
    s: goalStatuses.map((status, index) =>
      total((child) => Number(child.s === status) + (child.r?.s[index] ?? 0)),
    ),
    h: countedHealths.map((health, index) =>
      total(
        (child) => Number(child.s === 'active' && (child.h ?? 'none') === health) + (child.r?.h[index] ?? 0),
      ),
    ),
    ...(weights > 0 && { p: valued.reduce((sum, { value, weight }) => sum + weight * value, 0) / weights }),
    ...(isOfOne && { w: first.w }),
  }
}

function progressOfChild({ s: status, p, r }: ChildFacts): number | undefined {
  if (status === 'archived') return undefined
  if (status === 'completed') return 1
  return r ? r.p : p
}

export function toRollupResponse({ c, s, h, p }: StoredRollup): GoalRollup {
  const numbers = <const Names extends readonly string[]>(names: Names, counts: readonly number[]) =>
    Object.fromEntries(names.map((name, index) => [name, counts[index] ?? 0])) as Record<
      Names[number],
      number
    >
  return {
    children: c,
    descendants: descendantsIn(s),
    byStatus: numbers(goalStatuses, s),
    byHealth: numbers(countedHealths, h),
    progress: p ?? null,
  }
}

export function descendantsIn(byStatus: readonly number[]): number {
  return byStatus.reduce((sum, count) => sum + count, 0)
}
