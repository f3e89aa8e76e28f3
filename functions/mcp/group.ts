import { createGoalLabel } from '@cairn/domain/goal-labels/create-goal-label'
import { deleteGoalLabel } from '@cairn/domain/goal-labels/delete-goal-label'
import { getGoalLabel } from '@cairn/domain/goal-labels/get-goal-label'
import { listGoalLabels } from '@cairn/domain/goal-labels/list-goal-labels'
import { updateGoalLabel } from '@cairn/domain/goal-labels/update-goal-label'
import { listGoalUpdateAcknowledgements } from '@cairn/domain/goals/acknowledgements/list-goal-update-acknowledgements'
import { createGetBrief } from '@cairn/domain/goals/brief/get-brief'
import { createGoalComment } from '@cairn/domain/goals/comments/create-goal-comment'
import { getGoalComment } from '@cairn/domain/goals/comments/get-goal-comment'
import { listGoalComments } from '@cairn/domain/goals/comments/list-goal-comments'
import { createGoal } from '@cairn/domain/goals/create-goal'
import { getGoal } from '@cairn/domain/goals/get-goal'
import { createGoalUpdate } from '@cairn/domain/goals/history/create-goal-update'
import { listGoalEdits } from '@cairn/domain/goals/history/list-goal-edits'
import { listGoalUpdates } from '@cairn/domain/goals/history/list-goal-updates'
import { listGoals } from '@cairn/domain/goals/list/list-goals'
import { updateGoal } from '@cairn/domain/goals/update-goal'
import { claimGoal } from '@cairn/domain/goals/work/claims/claim-goal'
import { claimNextGoal } from '@cairn/domain/goals/work/claims/claim-next-goal'
import { releaseGoalClaim } from '@cairn/domain/goals/work/claims/release-goal-claim'
import { renewGoalClaim } from '@cairn/domain/goals/work/claims/renew-goal-claim'
import { askQuestion } from '@cairn/domain/goals/work/questions/ask-question'
import { getQuestion } from '@cairn/domain/goals/work/questions/get-question'
import { listGoalQuestions } from '@cairn/domain/goals/work/questions/list-goal-questions'
import { withdrawQuestion } from '@cairn/domain/goals/work/questions/withdraw-question'
import type { Runtime } from '@cairn/lambda'
import { createMcpGroup } from '@cairn/lambda/mcp/mcp-group'
import { briefForm } from '@cairn/lambda/mcp/tools/brief'

export const createGroup = (runtime: Runtime) =>
  createMcpGroup(runtime, {
    getBrief: createGetBrief(briefForm),
    listGoals,
    getGoal,
    createGoal,
    updateGoal,
    createGoalUpdate,
    listGoalUpdates,
    listGoalEdits,
    listGoalUpdateAcknowledgements,
    listGoalLabels,
    getGoalLabel,
    createGoalLabel,
    updateGoalLabel,
    deleteGoalLabel,
    claimGoal,
    claimNextGoal,
    renewGoalClaim,
    releaseGoalClaim,
    askQuestion,
    getQuestion,
    listGoalQuestions,
    withdrawQuestion,
    createGoalComment,
    getGoalComment,
    listGoalComments,
  })
