import { goalViewsOperations } from '@cairn/contract/operations/goal-views'
import { createGoalView } from '@cairn/domain/goal-views/create-goal-view'
import { deleteGoalView } from '@cairn/domain/goal-views/delete-goal-view'
import { listGoalViews } from '@cairn/domain/goal-views/list-goal-views'
import { updateGoalView } from '@cairn/domain/goal-views/update-goal-view'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalViewsOperations, {
    listGoalViews,
    createGoalView,
    updateGoalView,
    deleteGoalView,
  })
