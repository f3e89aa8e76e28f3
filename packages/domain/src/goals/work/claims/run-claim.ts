/** The goal that a run has got by `claimNextGoal`: the same run gets it again, if the answer was lost, also when it asks twice at once. */
import { type Access, credentialKeyOf } from '../../../requests/access.ts'
import { type Context, daysAfter, timeToLiveOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  type GoalClaimRecord,
  type GoalClaimRunRecord,
  goalClaimRunEntity,
} from '../../../storage/table/entities/goals/work/goal-work.ts'
import { createRecord, replaceRecord, type TransactionItem } from '../../../storage/table/entity.ts'
import { longId, shortDigest, shortId } from '../../../storage/table/short-id.ts'

/** Longer than the longest lease. A claim that is renewed for longer is found by its fence only. */
const keptDays = 7

export type RunClaim = { goalId: string; fence: number; record: GoalClaimRunRecord }

function keyOfRun(access: Access, runId: string) {
  return {
    organizationKey: shortId(access.organizationId),
    runKey: shortDigest(keyOf(JSON.stringify([credentialKeyOf(access.authentication), runId]))),
  }
}

export async function readRunClaim(
  database: Database,
  access: Access,
  runId: string | undefined,
): Promise<RunClaim | null> {
  if (runId === undefined) return null
  const record = await readRecord(database, goalClaimRunEntity, keyOfRun(access, runId))
  return record && { goalId: longId(record.goalKey), fence: record.fence, record }
}

type Taken = { runId: string | undefined; before: RunClaim | null; claim: GoalClaimRecord }

/** Returns the write that lets a run know its goal. Fails if the same run has got another one since it was read. */
export function runClaimItem(
  { now }: Pick<Context, 'now'>,
  access: Access,
  { runId, before, claim }: Taken,
): { run?: TransactionItem } {
  if (runId === undefined) return {}
  const record: GoalClaimRunRecord = {
    ...keyOfRun(access, runId),
    goalKey: claim.goalKey,
    fence: claim.fence,
    ttl: timeToLiveOf(daysAfter(now, keptDays)),
  }
  if (before === null) return { run: { Put: createRecord(goalClaimRunEntity, record) } }
  const { goalKey, fence } = before.record
  return { run: { Put: replaceRecord(goalClaimRunEntity, record, { goalKey, fence }) } }
}
