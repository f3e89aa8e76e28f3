import type { OutputOf } from '@cairn/contract'
import type { OperationRequest } from '@cairn/contract/operation'
import type { operations } from '@cairn/contract/registry'
import {
  evaluationResults,
  goalHealths,
  goalStatuses,
  statusClearsHealth,
} from '@cairn/contract/schemas/goal-values'
import type { Goal } from '@cairn/contract/schemas/goals'
import * as z from 'zod'

export type ReportRequest = OperationRequest<typeof operations.createGoalUpdate>['body']
export type Report = OutputOf<'createGoalUpdate'>['update']

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
  /** The revision that the person has seen. The service rejects the report if there is a newer one. */
  expectedRevision: z.number(),
  /** The last attempt. Retries of the same content reuse its key. */
  attempt: z.object({ idempotencyKey: z.string(), content: z.string() }).nullable(),
})
export type ReportValues = z.output<typeof reportValues>

/** The value of a `datetime-local` input: no zone, no seconds. */
function localMinutes(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function newReport(goal: Goal, now = new Date()): ReportValues {
  return {
    status: goal.status,
    health: 'keep',
    evaluation: 'keep',
    evaluatedAt: localMinutes(now),
    summary: '',
    details: '',
    expectedRevision: goal.revision,
    attempt: null,
  }
}

/** Whether the person has typed and chosen the same in both. */
export function isSameReport(one: ReportValues, other: ReportValues): boolean {
  const typedIn = (report: ReportValues) => {
    const { status, health, evaluation, evaluatedAt, summary, details } = report
    return JSON.stringify([
      status,
      health,
      evaluation,
      evaluation !== 'keep' && evaluatedAt,
      summary,
      details,
    ])
  }
  return typedIn(one) === typedIn(other)
}

function evaluationOf({ evaluation, evaluatedAt }: ReportValues): ReportRequest['evaluation'] {
  if (evaluation === 'keep') return null
  const at = new Date(evaluatedAt)
  return { result: evaluation, asOf: Number.isNaN(at.getTime()) ? '' : at.toISOString() }
}

/** The request without its key. */
function contentOf(values: ReportValues): Omit<ReportRequest, 'idempotencyKey'> {
  const { status, health, summary, details, expectedRevision } = values
  return {
    status,
    health: health === 'keep' || statusClearsHealth(status) ? null : health,
    evaluation: evaluationOf(values),
    summary,
    details,
    expectedRevision,
  }
}

/**
 * Returns the request of the next attempt, and the values that remember it. The same content gets the same key: if the
 * response to an earlier attempt was lost, the service returns it again and writes nothing. Changed content gets a new key.
 */
export function withAttempt(values: ReportValues, newKey: () => string = () => crypto.randomUUID()) {
  const request = contentOf(values)
  const content = JSON.stringify(request)
  const attempt = values.attempt?.content === content ? values.attempt : { idempotencyKey: newKey(), content }
  return {
    values: { ...values, attempt },
    request: { ...request, idempotencyKey: attempt.idempotencyKey } satisfies ReportRequest,
  }
}
