import type { OutputOf } from '@cairn/contract'
import type { OperationRequest } from '@cairn/contract/operation'
import type { operations } from '@cairn/contract/registry'
import {
  evaluationResults,
  type Goal,
  goalHealths,
  goalStatuses,
  statusClearsHealth,
} from '@cairn/contract/schemas/goals'
import * as z from 'zod'
import type { FormWords } from '../../api/problems.ts'

export type ReportRequest = OperationRequest<typeof operations.createGoalUpdate>['body']
export type Report = OutputOf<'createGoalUpdate'>['update']

/** A report as it is typed, with what makes sending it again safe; all of it survives a reload. */
export const reportValues = z.object({
  status: z.enum(goalStatuses),
  /** `keep`: the report says nothing of it, and the goal's own stays. */
  health: z.enum(['keep', ...goalHealths]),
  evaluation: z.enum(['keep', ...evaluationResults]),
  /** Local time without a zone, as the browser's own field gives it. */
  evaluatedAt: z.string(),
  summary: z.string(),
  details: z.string(),
  /** The revision that the person has seen; the service refuses the report where there is a newer one. */
  expectedRevision: z.number(),
  /** The last try: its key goes with every try of the same content, and with no other. */
  attempt: z.object({ idempotencyKey: z.string(), content: z.string() }).nullable(),
})
export type ReportValues = z.output<typeof reportValues>

export const reportWords: FormWords = {
  summary: { name: 'summary', missing: 'Sum up the report in one sentence.' },
  details: { name: 'details', missing: 'Describe what happened.' },
  health: { name: 'health', invalid: 'Choose another health.' },
  'evaluation.asOf': {
    name: 'time',
    missing: 'Pick a date and time.',
    invalid: 'Pick another date and time.',
  },
  evaluation: { name: 'evaluation', invalid: 'Choose another evaluation.' },
}

/** The browser's field for a local time takes no zone and no seconds. */
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

/** Whether nothing differs that a person has typed or chosen. */
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

/** What is sent, without the key. */
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
 * The values with the attempt that is about to be made. The same content again gets the same key: where the answer to
 * the first try was lost, the service gives it again and writes nothing. Other content is another report.
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
