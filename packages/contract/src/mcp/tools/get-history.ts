import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, maxKiB, readOn, readsOnly, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'

export const getHistory = defineTool({
  name: 'get_history',
  title: 'Read history',
  description:
    'Use to learn what was reported, changed (`edits`) or said (`comments`), by whom and when. Newest first. `entry`: one whole, a report by revision, an edit by version.',
  annotations: readsOnly,
  operations: [
    'listGoalUpdates',
    'listGoalEdits',
    'listGoalUpdateAcknowledgements',
    'listGoalComments',
    'getGoalComment',
  ],
  operationOf: ({ kind, commentId }) => {
    if (kind === 'comments') return commentId === undefined ? 'listGoalComments' : 'getGoalComment'
    return kind === 'edits' ? 'listGoalEdits' : 'listGoalUpdates'
  },
  input: lazy(() =>
    z.strictObject({
      goalId: z.string(),
      kind: say(z.enum(['reports', 'edits', 'comments']).optional(), 'Default: reports'),
      entry: z.int().min(1).optional(),
      commentId: z.string().optional(),
      order: z.enum(['asc', 'desc']).optional(),
      limit: z.int().min(1).max(40).optional(),
      cursor: z.string().optional(),
      ...readOn(),
      maxKiB: maxKiB(),
    }),
  ),
  output: lazy(() =>
    resultOf({
      entries: z.array(z.looseObject({ at: z.string(), by: z.string() })),
      nextCursor: z.string().nullable(),
      entry: z.looseObject({}),
      part: z.unknown(),
    }),
  ),
})
