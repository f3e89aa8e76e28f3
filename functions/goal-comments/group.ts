import { goalCommentsOperations } from '@cairn/contract/operations/goal-comments'
import { createGoalComment } from '@cairn/domain/goals/comments/create-goal-comment'
import { deleteGoalComment } from '@cairn/domain/goals/comments/delete-goal-comment'
import { getGoalComment } from '@cairn/domain/goals/comments/get-goal-comment'
import { listGoalComments } from '@cairn/domain/goals/comments/list-goal-comments'
import { updateGoalComment } from '@cairn/domain/goals/comments/update-goal-comment'
import { unwatchGoal } from '@cairn/domain/goals/watching/unwatch-goal'
import { watchGoal } from '@cairn/domain/goals/watching/watch-goal'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalCommentsOperations, {
    listGoalComments,
    createGoalComment,
    getGoalComment,
    updateGoalComment,
    deleteGoalComment,
    watchGoal,
    unwatchGoal,
  })
