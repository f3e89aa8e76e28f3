import type { ErrorCode, ServiceError } from '@cairn/contract/errors/errors'
import type { planSubgoals as declared } from '@cairn/contract/mcp/work/plan-subgoals'
import { clientError } from '../../pipeline/errors.ts'
import { derivedKey } from '../derived-key.ts'
import { adviceOn } from '../results/advice.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolCall, ToolHandler } from '../tool-call.ts'
import { inOrder, type PlannedGoal } from './plan-order.ts'

type Failure = { key: string; code: string; message: string; whatToDo: string; details?: unknown }

/** Errors that say what is wrong with one sub-goal. After any other error, the next one would fail as well. */
const ofOneGoal: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'invalid_goal_owner',
  'invalid_goal_reviewer',
  'goal_owner_forbidden',
  'invalid_goal_labels',
  'invalid_goal_blockers',
  'goal_blocker_conflict',
  'idempotency_conflict',
])

/**
 * Creates the sub-goals of a plan, blockers first. Each has a key of its own, derived from its parent, its key in the plan and its title:
 * a repeated call gets those that exist and creates what is missing, also if others of the plan were corrected.
 */
export const planSubgoals: ToolHandler<typeof declared> = async (call, { goalId, subgoals }) => {
  const ids = new Map<string, string>()
  const created: { key: string; id: string; repeated?: true }[] = []
  const failed: Failure[] = []
  for (const subgoal of inOrder(subgoals)) {
    const { key } = subgoal
    const missing = (subgoal.blockedBy ?? []).find((blocker) => failed.some((other) => other.key === blocker))
    if (missing !== undefined) {
      failed.push(notTried(key, 'A sub-goal that it waits for does not exist yet.'))
      continue
    }
    try {
      const id = await createSubgoal(call, goalId, subgoal, ids)
      ids.set(key, id)
      created.push({ key, id, ...repeatedIn(call) })
    } catch (error) {
      const refusal = clientError(error)
      if (ofOneGoal.has(refusal.code)) {
        failed.push(failureOf(key, refusal, call))
        continue
      }
      // Nothing of the plan exists, so the whole call is refused.
      if (created.length === 0) throw refusal
      call.noteRefusal(refusal)
      const done = new Set([...created, ...failed].map((other) => other.key))
      const others = subgoals.filter((other) => other.key !== key && !done.has(other.key))
      failed.push(
        failureOf(key, refusal, call),
        ...others.map((other) => notTried(other.key, 'An error before it ended the call.')),
      )
      break
    }
  }
  return toolResult(
    { created, failed, whatToDo: failed.length > 0 ? completeIt : workOnIt },
    { whole: ['created', 'failed'] },
  )
}

const completeIt =
  'Correct what `failed` says, then call again with the whole plan, and the same `key` and `title` of what exists: nothing is created twice.'
const workOnIt =
  'All sub-goals exist. Call release_goal if you hold the goal above, then next_goal with `parentGoalId` to work on them.'

async function createSubgoal(
  call: ToolCall,
  parentGoalId: string,
  { key, blockedBy = [], targetDate, ...content }: PlannedGoal,
  ids: ReadonlyMap<string, string>,
): Promise<string> {
  const body = {
    ...content,
    timeframe: targetDate === undefined ? { kind: 'continuous' } : { kind: 'deadline', targetDate },
    parentGoalId,
    blockedByGoalIds: blockedBy.map((blocker) => ids.get(blocker) ?? blocker),
  }
  const idempotencyKey = derivedKey(call, 'plan_subgoals', { parentGoalId, key, title: content.title })
  const { goal } = await call.run('createGoal', { body }, { idempotencyKey, isKeyDerived: true })
  return goal.id
}

function failureOf(key: string, { code, message, details }: ServiceError, { door }: ToolCall): Failure {
  const whatToDo =
    code === 'idempotency_conflict'
      ? 'A sub-goal with this key and title exists with another content. Send it as it was, or use another key for another sub-goal.'
      : adviceOn(code, door)
  return { key, code, message, whatToDo, ...(details && { details }) }
}

function notTried(key: string, message: string): Failure {
  return { key, code: 'not_tried', message, whatToDo: 'Call again with the whole plan.' }
}
