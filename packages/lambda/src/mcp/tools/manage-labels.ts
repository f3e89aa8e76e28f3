import type { GoalLabel } from '@cairn/contract/schemas/goal-labels'
import { creationKeyOf } from '../derived-key.ts'
import { entriesThatFit, repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

const bytesOfLabel = 720

export const manageLabels: ToolHandler<'manage_labels'> = async (call, input) => {
  const { action, labelId, cursor, idempotencyKey, ...fields } = input
  switch (action) {
    case 'list': {
      const query = { cursor, limit: String(entriesThatFit(undefined, bytesOfLabel)) }
      const { labels, nextCursor } = await call.run('listGoalLabels', { query })
      return toolResult({ labels: labels.map(presentLabel), nextCursor }, { whole: ['labels'] })
    }
    case 'create': {
      const key = creationKeyOf(call, idempotencyKey, 'manage_labels', fields)
      const { label } = await call.run('createGoalLabel', { body: fields }, key)
      return toolResult({ ...repeatedIn(call), label: presentLabel(label) })
    }
    case 'update': {
      const { label } = await call.run('updateGoalLabel', { params: { labelId }, body: fields })
      return toolResult({ label: presentLabel(label) })
    }
    case 'delete':
      await call.run('deleteGoalLabel', { params: { labelId } })
      return toolResult({ deleted: true })
  }
}

function presentLabel({ id, name, color, description }: GoalLabel) {
  return { id, name, color, description }
}
