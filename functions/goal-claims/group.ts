import { goalClaimsOperations } from '@cairn/contract/operations/goal-claims'
import { createGroupHandler, notOffered, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalClaimsOperations, {
    listGoalClaims: notOffered,
    claimGoal: notOffered,
    claimNextGoal: notOffered,
    renewGoalClaim: notOffered,
    releaseGoalClaim: notOffered,
  })
