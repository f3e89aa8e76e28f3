import { resultSizes } from '@cairn/contract/mcp/tool'
import type { GoalSummary } from '@cairn/contract/schemas/goals'
import { readNames } from '@cairn/domain/organizations/read-names'
import { presentListedGoal } from '../results/present-goal.ts'
import { toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/** The shortest entries of so many goals fit into a KiB: the cursor is behind the last, so none may be left out. */
const goalsPerKiB = 1

const defaultGoals = 12

export const findGoals: ToolHandler<'find_goals'> = async (
  call,
  { maxKiB, limit = defaultGoals, ...filters },
) => {
  const { owner, status, health, ...rest } = filters
  const fitting = Math.floor((maxKiB ?? resultSizes.default) * goalsPerKiB)
  const { goals, nextCursor } = await call.run('listGoals', {
    query: {
      ...rest,
      view: 'summary',
      ownerUserId: owner,
      status: status?.join(','),
      health: health?.join(','),
      limit: String(Math.min(limit, fitting)),
    },
  })
  const found = goals as GoalSummary[]
  const names = await readNames(call.database, call.access.organizationId, {
    userIds: found.flatMap(({ ownerUserId }) => ownerUserId ?? []),
  })
  const listed = found.map((goal) => ({
    ...presentListedGoal(goal),
    owner: goal.ownerUserId && names.user(goal.ownerUserId),
    labels: goal.labels.map(({ name }) => name),
  }))
  return toolResult({ goals: listed, nextCursor }, { maxKiB, whole: ['goals'] })
}
