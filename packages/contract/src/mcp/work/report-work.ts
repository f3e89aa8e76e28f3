import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { reportArguments, reportProgress } from '../tools/report-progress.ts'
import { fence } from './renew-claim.ts'

/** The tool of the other door, under a claim. */
export const reportWork = {
  ...reportProgress,
  description:
    'Use for progress, a risk, a measured value, and the end: `completed`, with verdicts and evidence, ends your claim; then call next_goal. History is never changed, so report what is true. Before you stop, leave a `handoff`. Returns the new `revision`. If refused, nothing is written, and `error` says what you missed and what to do. Safe to retry.',
  input: lazy(() => z.strictObject({ ...reportArguments(), fence: fence().optional() })),
}
