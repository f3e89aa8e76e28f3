import { goalsOperations } from '@cairn/contract/operations/goals'
import { acknowledgeGoalUpdate } from '@cairn/domain/goals/acknowledgements/acknowledge-goal-update'
import { listGoalUpdateAcknowledgements } from '@cairn/domain/goals/acknowledgements/list-goal-update-acknowledgements'
import { continueGoal } from '@cairn/domain/goals/continuing/continue-goal'
import { countGoals } from '@cairn/domain/goals/counts/count-goals'
import { createGoal } from '@cairn/domain/goals/create-goal'
import { deleteGoal } from '@cairn/domain/goals/delete-goal'
import { getGoal } from '@cairn/domain/goals/get-goal'
import { createGoalUpdate } from '@cairn/domain/goals/history/create-goal-update'
import { listGoalEdits } from '@cairn/domain/goals/history/list-goal-edits'
import { listGoalUpdates } from '@cairn/domain/goals/history/list-goal-updates'
import { listGoals } from '@cairn/domain/goals/list/list-goals'
import { getGoalTree } from '@cairn/domain/goals/tree/reading/get-goal-tree'
import { updateGoal } from '@cairn/domain/goals/update-goal'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalsOperations, {
    listGoals,
    countGoals,
    createGoal,
    getGoal,
    updateGoal,
    continueGoal,
    deleteGoal,
    listGoalUpdates,
    createGoalUpdate,
    listGoalEdits,
    acknowledgeGoalUpdate,
    listGoalUpdateAcknowledgements,
    getGoalTree,
  })
