import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { labelFields } from '../../schemas/goals/goal-labels.ts'
import { changes, defineTool, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { creationKey } from './publish-goal.ts'

const changing = new Map<unknown, 'createGoalLabel' | 'updateGoalLabel' | 'deleteGoalLabel'>([
  ['create', 'createGoalLabel'],
  ['update', 'updateGoalLabel'],
  ['delete', 'deleteGoalLabel'],
])

export const manageLabels = defineTool({
  name: 'manage_labels',
  title: 'Manage labels',
  description:
    'Use to list labels with their ids, or to create, update or delete one. edit_goal puts them on goals. `update` changes a label on every goal; `delete` is refused while one uses it. Safe to retry.',
  annotations: changes,
  operations: ['listGoalLabels', 'getGoalLabel', 'createGoalLabel', 'updateGoalLabel', 'deleteGoalLabel'],
  operationOf: ({ action, labelId }) =>
    changing.get(action) ?? (action === 'list' && labelId !== undefined ? 'getGoalLabel' : 'listGoalLabels'),
  input: lazy(() =>
    z.strictObject({
      action: z.enum(['list', 'create', 'update', 'delete']),
      labelId: say(z.string().optional(), 'For update and delete; list then returns this one'),
      name: say(labelFields().name.optional(), { maxLength: 64 }),
      color: say(labelFields().color.optional(), { maxLength: 32 }),
      description: say(labelFields().description.optional(), { maxLength: 500 }),
      cursor: say(z.string().optional(), 'For list'),
      idempotencyKey: creationKey(),
    }),
  ),
  output: lazy(() => {
    const label = z.object({
      id: z.string(),
      name: z.string(),
      color: z.string().nullable(),
      description: z.string().nullable(),
    })
    return resultOf({
      labels: z.array(label),
      nextCursor: z.string().nullable(),
      label,
      repeated: z.boolean(),
      deleted: z.boolean(),
    })
  }),
})
