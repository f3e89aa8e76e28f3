import * as z from 'zod'
import { evaluationResults, goalHealths } from '../../goals/goal-words.ts'
import { lazy } from '../../registry/lazy.ts'
import { createGoalUpdateRequest } from '../../schemas/goals/goal-history.ts'
import { adds, defineTool, say } from '../tool.ts'
import { claimFence, listedEvidence, listedMeasurements, listedUsage, listedVerdicts } from '../tool-input.ts'
import { resultOf } from '../tool-output.ts'

/** The arguments of a report, at every door. */
export const reportArguments = lazy(() => {
  const report = createGoalUpdateRequest().shape
  return {
    goalId: z.string(),
    expectedRevision: say(report.expectedRevision, 'The `revision` that you read'),
    status: say(report.status, 'After this report'),
    health: say(z.enum(goalHealths).optional(), 'Default: as before. Not with completed or archived'),
    summary: say(report.summary, { description: 'One sentence', maxLength: 500 }),
    details: say(report.details, 'Markdown'),
    measurements: listedMeasurements().optional(),
    verdicts: listedVerdicts().optional(),
    evidence: listedEvidence().optional(),
    evaluation: say(
      z.looseObject({ result: z.enum(evaluationResults), asOf: z.string() }).optional(),
      'Of the whole goal',
    ),
    handoff: say(z.string().nullish(), 'For whoever continues'),
    usage: listedUsage().optional(),
    runId: say(report.runId, { description: 'Your run', maxLength: 200 }),
    idempotencyKey: say(report.idempotencyKey.optional(), 'Has a default'),
  }
})

export const reportProgress = defineTool({
  name: 'report_progress',
  title: 'Report progress',
  description:
    'Use when there is progress, a risk, a measured value, a criterion met, or the end. History is never changed: report what is true, with evidence. Returns the new `revision`. If somebody reported first, nothing is written: read `error.conflict`, revise, call with `conflict.revision`. Safe to retry.',
  annotations: adds,
  operations: ['createGoalUpdate'],
  input: lazy(() => z.strictObject({ ...reportArguments(), claimFence: claimFence() })),
  output: lazy(() =>
    resultOf({
      repeated: z.boolean(),
      update: z.object({
        id: z.string(),
        goalId: z.string(),
        revision: z.int(),
        version: z.int(),
        createdAt: z.string(),
        status: z.string(),
        summary: z.string(),
        hash: z.string(),
      }),
    }),
  ),
})
