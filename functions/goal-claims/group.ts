import { goalClaimsOperations } from '@cairn/contract/operations/goal-claims'
import { claimGoal } from '@cairn/domain/goals/work/claims/claim-goal'
import { claimNextGoal } from '@cairn/domain/goals/work/claims/claim-next-goal'
import { listGoalClaims } from '@cairn/domain/goals/work/claims/list-goal-claims'
import { releaseGoalClaim } from '@cairn/domain/goals/work/claims/release-goal-claim'
import { renewGoalClaim } from '@cairn/domain/goals/work/claims/renew-goal-claim'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalClaimsOperations, {
    listGoalClaims,
    claimGoal,
    claimNextGoal,
    renewGoalClaim,
    releaseGoalClaim,
  })
