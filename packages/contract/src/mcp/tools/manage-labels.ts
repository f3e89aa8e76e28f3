import * as z from 'zod'
import { lazy } from '../../lazy.ts'
import { labelFields } from '../../schemas/goal-labels.ts'
import { changes, defineTool, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { creationKey } from './publish-goal.ts'

export const manageLabels = defineTool({
  name: 'manage_labels',
  title: 'Manage labels',
  description:
    'Use to list the labels of the organization with their ids, or to create, update or delete one. edit_goal puts labels on goals. `update` changes the label on every goal; `delete` is refused while a goal uses it. Safe to retry.',
  annotations: changes,
  operations: ['listGoalLabels', 'createGoalLabel', 'updateGoalLabel', 'deleteGoalLabel'],
  input: lazy(() =>
    z.strictObject({
      action: z.enum(['list', 'create', 'update', 'delete']),
      labelId: say(z.string().optional(), 'For update and delete'),
      name: labelFields().name.optional(),
      color: labelFields().color.optional(),
      description: labelFields().description.optional(),
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
