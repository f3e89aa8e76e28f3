import {
  evaluationResults,
  goalHealths,
  goalStatuses,
  statusClearsHealth,
} from '@cairn/contract/goals/goal-words'
import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import * as z from 'zod'
import { attempt, nextAttempt } from '../../data/api/attempt.ts'
import { numberOf } from '../editing/form/goal-values.ts'
import { evidenceOf, evidenceRow } from '../evidence/evidence-rows.ts'

export type ReportRequest = OperationRequest<typeof operations.createGoalUpdate>['body']

/** `none`: the report says nothing about the criterion. */
export const verdictChoices = ['none', ...evaluationResults] as const

const verdictValues = z.object({
  result: z.enum(verdictChoices),
  note: z.string(),
  evidence: z.array(evidenceRow),
})
export type VerdictValues = z.output<typeof verdictValues>

export const noVerdict: VerdictValues = { result: 'none', note: '', evidence: [] }

/** The values of the report form, and what makes retries safe. All of it survives a reload. */
export const reportValues = z.object({
  status: z.enum(goalStatuses),
  /** `keep`: the report does not change the goal's health. */
  health: z.enum(['keep', ...goalHealths]),
  evaluation: z.enum(['keep', ...evaluationResults]),
  /** Local time without a zone, the format of `datetime-local` inputs. */
  evaluatedAt: z.string(),
  summary: z.string(),
  details: z.string(),
  /** By the id of the criterion. */
  verdicts: z.record(z.string(), verdictValues),
  /** Numbers as typed, by the id of the measure. */
  measurements: z.record(z.string(), z.string()),
  evidence: z.array(evidenceRow),
  // Drafts from before there were hand-offs have none.
  handoff: z.string().default(''),
  /** Whether the report removes the hand-off of the goal. */
  removesHandoff: z.boolean().default(false),
  /** The revision that the person has seen. The service rejects the report if there is a newer one. */
  expectedRevision: z.number(),
  attempt: attempt.nullable(),
})
export type ReportValues = z.output<typeof reportValues>

/** The value of a `datetime-local` input: no zone, no seconds. */
function localMinutes(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function newReport(goal: Pick<Goal, 'status' | 'revision'>, now = new Date()): ReportValues {
  return {
    status: goal.status,
    health: 'keep',
    evaluation: 'keep',
    evaluatedAt: localMinutes(now),
    summary: '',
    details: '',
    verdicts: {},
    measurements: {},
    evidence: [],
    handoff: '',
    removesHandoff: false,
    expectedRevision: goal.revision,
    attempt: null,
  }
}

/** Whether the person has typed and chosen the same in both. */
export function isSameReport(one: ReportValues, other: ReportValues): boolean {
  const typedIn = (report: ReportValues) => {
    const { status, health, evaluation, evaluatedAt, summary, details, evidence } = report
    const { handoff, removesHandoff } = report
    const verdicts = Object.entries(report.verdicts).filter(
      ([, { result, note, evidence: pieces }]) => result !== 'none' || note !== '' || pieces.length > 0,
    )
    const measurements = Object.entries(report.measurements).filter(([, value]) => value !== '')
    return JSON.stringify([
      status,
      health,
      evaluation,
      evaluation !== 'keep' && evaluatedAt,
      summary,
      details,
      verdicts.sort(),
      measurements.sort(),
      evidence,
      handoff,
      removesHandoff,
    ])
  }
  return typedIn(one) === typedIn(other)
}

function evaluationOf({ evaluation, evaluatedAt }: ReportValues): ReportRequest['evaluation'] {
  if (evaluation === 'keep') return null
  const at = new Date(evaluatedAt)
  return { result: evaluation, asOf: Number.isNaN(at.getTime()) ? '' : at.toISOString() }
}

/** The criteria and measures that a report can judge. */
export type Reported = Pick<Goal, 'criteria' | 'measures'>

/** The verdicts of the request, in the order of the criteria. Criteria that were removed meanwhile have none. */
function verdictsOf({ verdicts }: ReportValues, { criteria }: Reported): ReportRequest['verdicts'] {
  return criteria.flatMap(({ id }) => {
    const { result, note, evidence } = verdicts[id] ?? noVerdict
    if (result === 'none') return []
    return [
      {
        criterionId: id,
        result,
        ...(note.trim() && { note }),
        ...(evidence.length > 0 && { evidence: evidence.map(evidenceOf) }),
      },
    ]
  })
}

function measurementsOf(
  { measurements }: ReportValues,
  { measures }: Reported,
): ReportRequest['measurements'] {
  return measures.flatMap(({ id }) => {
    const typed = measurements[id] ?? ''
    return typed.trim() === '' ? [] : [{ measureId: id, value: numberOf(typed) }]
  })
}

/** Without a hand-off, the current one stays. */
function handoffOf({ handoff, removesHandoff }: ReportValues): Pick<ReportRequest, 'handoff'> {
  if (handoff.trim()) return { handoff }
  return removesHandoff ? { handoff: null } : {}
}

/** The request without its key. */
function contentOf(values: ReportValues, goal: Reported): Omit<ReportRequest, 'idempotencyKey'> {
  const { status, health, summary, details, evidence, expectedRevision } = values
  return {
    status,
    health: health === 'keep' || statusClearsHealth(status) ? null : health,
    evaluation: evaluationOf(values),
    summary,
    // Only the summary must be typed, but the contract wants details.
    details: details.trim() ? details : summary,
    verdicts: verdictsOf(values, goal),
    measurements: measurementsOf(values, goal),
    evidence: evidence.map(evidenceOf),
    ...handoffOf(values),
    expectedRevision,
  }
}

/**
 * Returns the request of the next attempt, and the values that remember it. The revision does not count as content: the
 * service compares everything else.
 */
export function withAttempt(values: ReportValues, goal: Reported, newKey?: () => string) {
  const request = contentOf(values, goal)
  const next = nextAttempt(values.attempt, { ...request, expectedRevision: undefined }, newKey)
  return {
    values: { ...values, attempt: next },
    request: { ...request, idempotencyKey: next.idempotencyKey } satisfies ReportRequest,
  }
}
