import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, maxKiB, readOn, readsOnly, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'

export const getHistory = defineTool({
  name: 'get_history',
  title: 'Read the history of a goal',
  description:
    'Use to learn what was reported (`reports`) or changed (`edits`), by whom and when. Returns short entries, newest first. `entry` returns one whole: a report by its revision, an edit by its version.',
  annotations: readsOnly,
  operations: ['listGoalUpdates', 'listGoalEdits', 'listGoalUpdateAcknowledgements'],
  operationOf: ({ kind }) => (kind === 'edits' ? 'listGoalEdits' : 'listGoalUpdates'),
  input: lazy(() =>
    z.strictObject({
      goalId: z.string(),
      kind: say(z.enum(['reports', 'edits']).optional(), 'Default: reports'),
      entry: z.int().min(1).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      limit: z.int().min(1).max(40).optional(),
      cursor: z.string().optional(),
      ...readOn(),
      maxKiB: maxKiB(),
    }),
  ),
  output: lazy(() =>
    resultOf({
      entries: z.array(z.looseObject({ version: z.int(), at: z.string(), by: z.string() })),
      nextCursor: z.string().nullable(),
      entry: z.looseObject({}),
      part: z.unknown(),
    }),
  ),
})
