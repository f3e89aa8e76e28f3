import type { manageLabels as declared } from '@cairn/contract/mcp/tools/manage-labels'
import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { creationKeyOf } from '../derived-key.ts'
import type { Source } from '../results/shorten.ts'
import { entriesThatFit, repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/** With the call that returns the label whole. */
const bytesOfLabel = 720

export const manageLabels: ToolHandler<typeof declared> = async (call, input) => {
  const { action, labelId, cursor, idempotencyKey, ...fields } = input
  switch (action) {
    case 'list': {
      if (labelId !== undefined) {
        const { label } = await call.run('getGoalLabel', { params: { labelId } })
        return toolResult({ label: presentLabel(label) })
      }
      const query = { cursor, limit: String(entriesThatFit(undefined, bytesOfLabel)) }
      const { labels, nextCursor } = await call.run('listGoalLabels', { query })
      const listed = labels.map(presentLabel)
      return toolResult(
        { labels: listed, nextCursor },
        { whole: ['labels'], sources: new Map(listed.map((label) => [label, sourceOf(label)])) },
      )
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

function sourceOf({ id }: Pick<GoalLabel, 'id'>): Source {
  return { readOn: { tool: 'manage_labels', arguments: { action: 'list', labelId: id } } }
}

function presentLabel({ id, name, color, description }: GoalLabel) {
  return { id, name, color, description }
}
