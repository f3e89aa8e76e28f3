/**
 * Whether a caller may write a goal while somebody works on it. The decision rests on the claim as it was read, and the transaction of
 * the write requires that it is still so: a claim that is taken over, ended or renewed in between makes the write a lost race.
 *
 * Expiry is judged by the clock at the time of the request.
 */
import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalClaimRecord,
  goalClaimEntity,
} from '../../../storage/table/entities/goals/work/goal-work.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { isCurrent } from '../work.ts'
import { isHeldBy, isProgram, unchangedClaim } from './claim-record.ts'

export type ClaimedWrite = {
  organizationId: string
  goalId: string
  /** The fence that the write names. */
  claimFence: number | undefined
  /** The run that the write names. */
  runId?: string | undefined
  /** Whether the write ends the work on the goal. */
  endsWork?: boolean
}

/** Whether a write depends on the claim. That of a person does only if it names a fence, or ends the work. */
function dependsOnClaim(access: Access, { claimFence, endsWork = false }: ClaimedWrite): boolean {
  return isProgram(access) || claimFence !== undefined || endsWork
}

/** Reads the claim on a goal if a write depends on it, in parallel with the goal. */
export async function readClaim(
  database: Database,
  access: Access,
  write: ClaimedWrite,
): Promise<GoalClaimRecord | null> {
  return dependsOnClaim(access, write) ? readRecord(database, goalClaimEntity, goalKeyOf(write)) : null
}

/** Returns why a claim forbids a write; undefined if it does not. */
export function refusalOf(
  access: Access,
  { claimFence, runId }: Pick<ClaimedWrite, 'claimFence' | 'runId'>,
  claim: GoalClaimRecord | null,
  now: Date,
): 'goal_claimed' | 'goal_claim_lost' | undefined {
  const isOwn = isCurrent(claim, now) && isHeldBy(claim, access)
  if (claimFence !== undefined) return isOwn && claim.fence === claimFence ? undefined : 'goal_claim_lost'
  if (!isProgram(access) || !isCurrent(claim, now)) return undefined
  return isOwn && claim.runId !== undefined && claim.runId === runId ? undefined : 'goal_claimed'
}

/**
 * Returns what the transaction of a write requires of the claim; undefined if nothing. Where a goal has never been claimed, a report of a program
 * requires nothing, which saves two write units: then it came before the claim that is made at the same moment.
 */
export function requiredClaim(
  access: Access,
  write: ClaimedWrite,
  claim: GoalClaimRecord | null,
): TransactionItem | undefined {
  if (claim === null && !write.endsWork) return undefined
  return dependsOnClaim(access, write) ? unchangedClaim(goalKeyOf(write), claim) : undefined
}
