import { createHash } from 'node:crypto'
import { clientVersion, type Goal, type Report } from '@cairn/client'
import type { EvaluationResult } from '@cairn/contract/schemas/goals/goal-values'
import type { ExportLine } from './format.ts'

export type ExportHead = Extract<ExportLine, { type: 'export' }>

/** The same for the same goal of the same export, at the same target: a repeated import creates nothing twice. */
export function keyOf(head: ExportHead, target: string, kind: 'goal' | 'label', id: string): string {
  const text = JSON.stringify([head.origin, head.organization.id, head.exportedAt, target, kind, id])
  return `cairn-import-${createHash('sha256').update(text).digest('hex')}`
}

/** How a goal stands, which is reported and not created. */
export type Standing = Pick<Goal, 'status' | 'health'> & {
  /** The results of the criteria, in their order. */
  verdicts: readonly (EvaluationResult | undefined)[]
  /** The values of the measures, in their order. */
  values: readonly (number | undefined)[]
}

/** Whether a new goal stands otherwise. */
export function hasStanding({ status, health, verdicts, values }: Standing): boolean {
  return (
    status !== 'active' || health !== null || [...verdicts, ...values].some((value) => value !== undefined)
  )
}

/** Whether a completed goal stays active after an import: nobody here has confirmed its criteria. */
export function waitsForConfirmation(
  status: Goal['status'],
  { criteria, verification }: { criteria: readonly unknown[]; verification: Goal['verification'] },
): boolean {
  return status === 'completed' && verification === 'other_person' && criteria.length > 0
}

/** The note of a result about such a goal. */
export const waitsNote = 'It is active until somebody else has confirmed its criteria.'

/**
 * The one report that brings status, health, verdicts and values over; undefined if there is nothing to bring. It says that it is an
 * import: the original reports are evidence of who said what and when, and cannot be made again by somebody else.
 */
export function standingReport(
  { status, health, ...standing }: Standing,
  created: {
    criteria: readonly { id: string }[]
    measures: readonly { id: string }[]
    verification: Goal['verification']
  },
  details: string,
  idempotencyKey: string,
): (Report & { status: Goal['status'] }) | undefined {
  const verdicts = standing.verdicts.flatMap((result, index) => {
    const criterion = created.criteria[index]
    return result && criterion ? [{ criterionId: criterion.id, result }] : []
  })
  const measurements = standing.values.flatMap((value, index) => {
    const measure = created.measures[index]
    return value !== undefined && measure ? [{ measureId: measure.id, value }] : []
  })
  if (!hasStanding({ status, health, ...standing })) return undefined
  return {
    status: waitsForConfirmation(status, created) ? 'active' : status,
    ...(health && { health }),
    summary: `Imported: ${status}${health ? `, ${health.replaceAll('_', ' ')}` : ''}`,
    details,
    verdicts,
    measurements,
    expectedRevision: 1,
    idempotencyKey,
    clientInfo: { name: 'cairn', version: clientVersion },
  }
}

/** How an exported goal stands. */
export const standingOf = ({ status, health, criteria, measures }: Goal): Standing => ({
  status,
  health,
  verdicts: criteria.map(({ verdict }) => verdict?.result),
  values: measures.map(({ current }) => current?.value),
})

/** The report of a goal of an export. */
export function reportOf(head: ExportHead, goal: Goal, created: Goal, key: string): Report | undefined {
  const details = [
    `Imported from ${head.origin ? `${head.origin}/goals/${goal.id}` : `goal ${goal.id} of ${head.organization.name}`}, exported at ${head.exportedAt}.`,
    `There it was at revision ${goal.revision} and version ${goal.version}, with the history hash \`${goal.historyHash}\`.`,
  ].join('\n')
  return standingReport(standingOf(goal), created, details, key)
}
