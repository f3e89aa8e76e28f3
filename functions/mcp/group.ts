import { createGetBrief } from '@cairn/domain/brief/get-brief'
import { createGoalLabel } from '@cairn/domain/goal-labels/create-goal-label'
import { deleteGoalLabel } from '@cairn/domain/goal-labels/delete-goal-label'
import { listGoalLabels } from '@cairn/domain/goal-labels/list-goal-labels'
import { updateGoalLabel } from '@cairn/domain/goal-labels/update-goal-label'
import { createGoal } from '@cairn/domain/goals/create-goal'
import { getGoal } from '@cairn/domain/goals/get-goal'
import { createGoalUpdate } from '@cairn/domain/goals/history/create-goal-update'
import { listGoalEdits } from '@cairn/domain/goals/history/list-goal-edits'
import { listGoalUpdates } from '@cairn/domain/goals/history/list-goal-updates'
import { listGoals } from '@cairn/domain/goals/list/list-goals'
import { updateGoal } from '@cairn/domain/goals/update-goal'
import type { Runtime } from '@cairn/lambda'
import { createMcpGroup } from '@cairn/lambda/mcp/mcp-group'
import { briefMeasure } from '@cairn/lambda/mcp/tools/brief'

export const createGroup = (runtime: Runtime) =>
  createMcpGroup(runtime, {
    getBrief: createGetBrief(briefMeasure),
    listGoals,
    getGoal,
    createGoal,
    updateGoal,
    createGoalUpdate,
    listGoalUpdates,
    listGoalEdits,
    listGoalLabels,
    createGoalLabel,
    updateGoalLabel,
    deleteGoalLabel,
  })
