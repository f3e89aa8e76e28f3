import type { findGoals as declared } from '@cairn/contract/mcp/tools/find-goals'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { formerMember, readNames } from '@cairn/domain/organizations/context/read-names'
import { presentListedGoal, sourcesOfListedGoal } from '../results/present-goal.ts'
import { entriesThatFit, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/** With the calls that return its texts and those of its last report. */
const bytesOfGoal = 1_750

const defaultGoals = 12

export const findGoals: ToolHandler<typeof declared> = async (
  call,
  { maxKiB, limit = defaultGoals, ...filters },
) => {
  const { owner, status, health, ready, blocked, ...rest } = filters
  const { goals, nextCursor } = await call.run('listGoals', {
    query: {
      ...rest,
      view: 'summary',
      ownerUserId: owner,
      status: status?.join(','),
      health: health?.join(','),
      ready: ready?.toString(),
      blocked: blocked?.toString(),
      limit: String(Math.min(limit, entriesThatFit(maxKiB, bytesOfGoal))),
    },
  })
  const found = goals as GoalSummary[]
  const owners = found.flatMap(({ ownerUserId }) => ownerUserId ?? [])
  const nameOf = await readNames(call.database, call.access.organizationId, owners)
  const listed = found.map((goal) => ({
    ...presentListedGoal(goal),
    owner: goal.ownerUserId && (nameOf(goal.ownerUserId) ?? formerMember),
    labels: goal.labels.map(({ name }) => name),
  }))
  const sources = listed.flatMap((shown, index) =>
    sourcesOfListedGoal(found[index] as GoalSummary, shown, { maxKiB }),
  )
  return toolResult({ goals: listed, nextCursor }, { maxKiB, whole: ['goals'], sources: new Map(sources) })
}
