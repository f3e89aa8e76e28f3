import { goalViewsOperations } from '@cairn/contract/operations/goal-views'
import { createGoalTemplate } from '@cairn/domain/goal-templates/create-goal-template'
import { deleteGoalTemplate } from '@cairn/domain/goal-templates/delete-goal-template'
import { listGoalTemplates } from '@cairn/domain/goal-templates/list-goal-templates'
import { updateGoalTemplate } from '@cairn/domain/goal-templates/update-goal-template'
import { createGoalView } from '@cairn/domain/goal-views/create-goal-view'
import { deleteGoalView } from '@cairn/domain/goal-views/delete-goal-view'
import { listGoalViews } from '@cairn/domain/goal-views/list-goal-views'
import { updateGoalView } from '@cairn/domain/goal-views/update-goal-view'
import { deleteGoalDraft } from '@cairn/domain/goals/drafts/delete-goal-draft'
import { getGoalDraft } from '@cairn/domain/goals/drafts/get-goal-draft'
import { putGoalDraft } from '@cairn/domain/goals/drafts/put-goal-draft'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalViewsOperations, {
    listGoalViews,
    createGoalView,
    updateGoalView,
    deleteGoalView,
    listGoalTemplates,
    createGoalTemplate,
    updateGoalTemplate,
    deleteGoalTemplate,
    getGoalDraft,
    putGoalDraft,
    deleteGoalDraft,
  })
