import { createHash } from 'node:crypto'
import type { CreateGoalRequest, Goal, Report } from '@cairn/client'
import type { ExportedGoal, ExportLine } from './format.ts'

export type ExportHead = Extract<ExportLine, { type: 'export' }>

/** The same for the same goal of the same export, at the same target: a repeated import creates nothing twice. */
export function keyOf(head: ExportHead, target: string, kind: 'goal' | 'label', id: string): string {
  const text = JSON.stringify([head.origin, head.organization.id, head.exportedAt, target, kind, id])
  return `cairn-import-${createHash('sha256').update(text).digest('hex')}`
}

/** What a goal is created with. It belongs to whoever imports it. */
export function creationOf(goal: Goal, labelIds: string[]): CreateGoalRequest {
  const { title, detailedDescription, timeframe, criteria, measures, cadence } = goal
  return {
    title,
    detailedDescription,
    // Only old goals have no time frame; new ones need one.
    timeframe: timeframe.kind === 'unspecified' ? { kind: 'continuous' } : timeframe,
    criteria: criteria.map(({ title, description }) => ({ title, description })),
    measures: measures.map(({ title, unit, start, target }) => ({ title, unit, start, target })),
    cadence,
    labelIds,
  }
}

/**
 * The one report that brings status, health, verdicts and values over; undefined if there is nothing to bring. It says that it is an
 * import: the original reports are evidence of who said what and when, and cannot be made again by somebody else.
 */
export function reportOf(
  head: ExportHead,
  { goal }: ExportedGoal,
  created: Goal,
  key: string,
): Report | undefined {
  const verdicts = goal.criteria.flatMap(({ verdict }, index) => {
    const criterion = created.criteria[index]
    return verdict && criterion ? [{ criterionId: criterion.id, result: verdict.result }] : []
  })
  const measurements = goal.measures.flatMap(({ current }, index) => {
    const measure = created.measures[index]
    return current && measure ? [{ measureId: measure.id, value: current.value }] : []
  })
  const isFresh = goal.status === 'active' && goal.health === null
  if (isFresh && verdicts.length === 0 && measurements.length === 0) return undefined
  return {
    status: goal.status,
    ...(goal.health && { health: goal.health }),
    summary: `Imported: ${goal.status}${goal.health ? `, ${goal.health.replaceAll('_', ' ')}` : ''}`,
    details: [
      `Imported from ${head.origin}/goals/${goal.id}, exported at ${head.exportedAt}.`,
      `There it was at revision ${goal.revision} and version ${goal.version}, with the history hash \`${goal.historyHash}\`.`,
    ].join('\n'),
    verdicts,
    measurements,
    expectedRevision: 1,
    idempotencyKey: key,
  }
}
