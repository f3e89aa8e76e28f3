import * as z from 'zod'
import { evaluationResults, goalHealths } from '../../goals/goal-words.ts'
import { lazy } from '../../registry/lazy.ts'
import { createGoalUpdateRequest } from '../../schemas/goals/goal-history.ts'
import { adds, defineTool, say } from '../tool.ts'
import { listedEvidence, listedMeasurements, listedVerdicts } from '../tool-input.ts'
import { resultOf } from '../tool-output.ts'

export const reportProgress = defineTool({
  name: 'report_progress',
  title: 'Report progress',
  description:
    'Use when there is progress, a risk, a measured value, a criterion met, or the end. History is never changed, so report what is true, with evidence. Returns the new `revision` for your next report. If somebody reported first, nothing is written: `error.conflict` has what you missed; revise and call with `conflict.revision`. Safe to retry.',
  annotations: adds,
  operations: ['createGoalUpdate'],
  input: lazy(() => {
    const report = createGoalUpdateRequest().shape
    return z.strictObject({
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
      runId: say(report.runId, { description: 'Your run', maxLength: 200 }),
      idempotencyKey: say(report.idempotencyKey.optional(), 'Default: from the other arguments'),
    })
  }),
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
