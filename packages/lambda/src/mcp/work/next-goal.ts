import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { nextGoal as declared } from '@cairn/contract/mcp/work/next-goal'
import { readNames } from '@cairn/domain/organizations/context/read-names'
import { presentGoal, usersOfGoal } from '../results/present-goal.ts'
import { presentOwnClaim } from '../results/present-work.ts'
import type { ReadOn } from '../results/shorten.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolCall, ToolHandler } from '../tool-call.ts'

/**
 * Claims a goal. Its run is the model's, or else the host's, or else a new one: two agents that share a token and a client, and send the
 * same arguments, must never get one goal. So a lost answer is safe to repeat with a run that the caller has named. Without one, the goal
 * of the lost answer is free again after its lease.
 */
export const nextGoal: ToolHandler<typeof declared> = async (call, { goalId, owner, ...input }) => {
  const runId = input.runId ?? call.hostRunId ?? randomUUID()
  const { parentGoalId, labelId, q, ...work } = input
  const started = { ...work, runId }
  const filters = { parentGoalId, labelId, q, ownerUserId: owner }
  if (goalId !== undefined) {
    refuseFilters({ parentGoalId, labelId, q, owner })
    return claimedResult(call, runId, await call.run('claimGoal', { params: { goalId }, body: started }))
  }
  const found = await call.run('claimNextGoal', { body: { ...filters, ...started } })
  const { goal, claim, retryAfterSeconds } = found
  if (goal && claim) return claimedResult(call, runId, { goal, claim })
  return toolResult({
    goal: null,
    runId,
    retryAfterSeconds,
    whatToDo:
      'No goal is ready for you. End your run, or call again after `retryAfterSeconds`: goals become ready when others are completed or released.',
  })
}

type Claimed = { goal: Parameters<typeof presentGoal>[0]; claim: Parameters<typeof presentOwnClaim>[0] }

async function claimedResult(call: ToolCall, runId: string, { goal, claim }: Claimed) {
  const nameOf = await readNames(call.database, call.access.organizationId, usersOfGoal(goal))
  const readOn: ReadOn = { tool: 'get_goal', arguments: { goalId: goal.id } }
  return toolResult(
    { ...repeatedIn(call), runId, claim: presentOwnClaim(claim), goal: presentGoal(goal, nameOf) },
    { root: { field: 'goal', readOn } },
  )
}

/** @throws `invalid_request` if one is given: a named goal is claimed whatever it is. */
function refuseFilters(filters: Record<string, string | undefined>): void {
  const given = Object.keys(filters).filter((name) => filters[name] !== undefined)
  if (given.length === 0) return
  throw new ServiceError('invalid_request', 'The request is not valid.', {
    details: given.map((path) => ({ path, message: 'Leave it out with `goalId`.' })),
  })
}
