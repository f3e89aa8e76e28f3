import { isDeepStrictEqual } from 'node:util'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { editGoal as declared } from '@cairn/contract/mcp/tools/edit-goal'
import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import type { Access } from '@cairn/domain/requests/access'
import { presentChangedGoal } from '../results/present-goal.ts'
import type { ReadOn } from '../results/shorten.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolCall, ToolHandler } from '../tool-call.ts'

export const editGoal: ToolHandler<typeof declared> = async (call, { goalId, ...body }) => {
  let isReplayed = false
  const { goal } = await call
    .run('updateGoal', { params: { goalId }, body })
    .catch(async (error: unknown) => {
      const stored = await goalOfRetry(call, goalId, body, error)
      isReplayed = true
      return stored
    })
  const readOn: ReadOn = { tool: 'get_goal', arguments: { goalId: goal.id } }
  return toolResult(
    { ...repeatedIn({ isReplayed }), goal: presentChangedGoal(goal) },
    { root: { field: 'goal', readOn } },
  )
}

type Edit = { expectedVersion: number }

/**
 * Returns the goal if the version that the edit is refused for is the edit's own: then it is a retry of one whose response was lost.
 * @throws the error otherwise.
 */
async function goalOfRetry(call: ToolCall, goalId: string, edit: Edit, error: unknown) {
  const conflict = error instanceof ServiceError ? error.addition.conflict : undefined
  const first = conflict?.edits.find(({ version }) => version === edit.expectedVersion + 1)
  if (!first || !isSameEdit(first, edit, call.access)) throw error
  return call.run('getGoal', { params: { goalId } })
}

/** Whether a credential made this edit: it changed nothing but what the edit asks for. */
function isSameEdit(
  stored: GoalEdit,
  { expectedVersion: _, ...asked }: Edit,
  { authentication }: Access,
): boolean {
  const { kind, subjectId } = stored.authentication
  if (kind !== authentication.kind || subjectId !== authentication.subjectId) return false
  return Object.entries(stored.fields).every(
    ([name, change]) => name in asked && isAsked(change.to, (asked as Record<string, unknown>)[name]),
  )
}

/** Whether a stored value is what was asked for. New criteria and measures were given ids; labels and blockers are sets. */
function isAsked(stored: unknown, asked: unknown): boolean {
  if (!Array.isArray(stored)) return isDeepStrictEqual(stored, asked)
  if (!Array.isArray(asked) || asked.length !== stored.length) return false
  if (asked.every((item) => typeof item === 'string'))
    return isDeepStrictEqual(stored.toSorted(), asked.toSorted())
  return stored.every((item: Record<string, unknown>, index) => {
    const { id = item.id, unit = item.unit, ...rest } = asked[index] as Record<string, unknown>
    return isDeepStrictEqual(item, { ...('unit' in item && { unit }), ...rest, id })
  })
}
