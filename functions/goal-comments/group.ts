import { goalCommentsOperations } from '@cairn/contract/operations/goal-comments'
import { unwatchGoal } from '@cairn/domain/goals/watching/unwatch-goal'
import { watchGoal } from '@cairn/domain/goals/watching/watch-goal'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalCommentsOperations, { watchGoal, unwatchGoal })
