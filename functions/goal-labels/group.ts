import { goalLabelsOperations } from '@cairn/contract/operations/goal-labels'
import { createGoalLabel } from '@cairn/domain/goal-labels/create-goal-label'
import { deleteGoalLabel } from '@cairn/domain/goal-labels/delete-goal-label'
import { getGoalLabel } from '@cairn/domain/goal-labels/get-goal-label'
import { listGoalLabels } from '@cairn/domain/goal-labels/list-goal-labels'
import { updateGoalLabel } from '@cairn/domain/goal-labels/update-goal-label'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalLabelsOperations, {
    listGoalLabels,
    createGoalLabel,
    getGoalLabel,
    updateGoalLabel,
    deleteGoalLabel,
  })
