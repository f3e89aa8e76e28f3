import { ServiceError } from '@cairn/contract/errors/errors'
import type { NotReadyReason } from '@cairn/contract/schemas/goals/goal-relations'
import type { GoalClaimRecord } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { toClaimResponse } from '../work.ts'

export function goalClaimed(claim: GoalClaimRecord | null, now: Date): ServiceError {
  return new ServiceError('goal_claimed', 'Somebody works on this goal.', {
    addition: { claim: toClaimResponse(claim, now) },
  })
}

export const claimLostMessage = 'The claim is no longer yours.'

export function goalClaimLost(claim: GoalClaimRecord | null, now: Date): ServiceError {
  return new ServiceError('goal_claim_lost', claimLostMessage, {
    addition: { claim: toClaimResponse(claim, now) },
  })
}

export function goalNotReady(reasons: NotReadyReason[]): ServiceError {
  return new ServiceError('goal_not_ready', `The goal is not ready: ${reasons.join(', ')}.`, {
    addition: { reasons },
  })
}
