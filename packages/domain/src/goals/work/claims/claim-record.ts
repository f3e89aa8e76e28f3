/** The record of a claim: who holds it, and how it is written. */
import type { ClaimEndReason } from '@cairn/contract/schemas/goals/goal-work'
import { recordEvents } from '../../../background/changes/record-events.ts'
import { newEvent } from '../../../events/new-event.ts'
import { type Access, type Caller, credentialKeyOf } from '../../../requests/access.ts'
import { daysAfter, timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalClaimRecord,
  goalClaimEntity,
} from '../../../storage/table/entities/goals/work/goal-work.ts'
import {
  createRecord,
  replaceRecord,
  type TransactionItem,
  type Where,
} from '../../../storage/table/entity.ts'

type Credential = Pick<Caller, 'authentication'>

/** Whether a claim is the caller's, in whatever run. */
export function isHeldBy(claim: Pick<GoalClaimRecord, 'holderKey'>, caller: Credential): boolean {
  return claim.holderKey === credentialKeyOf(caller.authentication)
}

/** Whether a caller is a program: it works under claims only. People may always report and edit. */
export function isProgram({ authentication }: Credential): boolean {
  return authentication.kind !== 'session'
}

/** Whether a claim is as it was read: not renewed, ended or taken over since. */
export function isAsRead({ fence, endsAt }: GoalClaimRecord): Where<typeof goalClaimEntity> {
  return (stored, { eq }) => `${eq(stored.fence, fence)} AND ${eq(stored.endsAt, endsAt)}`
}

/** Puts a claim in place of the one that was read, or where there was none. */
export function putClaim(before: GoalClaimRecord | null, after: GoalClaimRecord): TransactionItem {
  if (before === null) return { Put: createRecord(goalClaimEntity, after) }
  const { fence, endsAt } = before
  return { Put: replaceRecord(goalClaimEntity, after, { fence, endsAt }) }
}

/** Requires that a claim is still as it was read; null: that there is none. */
export function unchangedClaim(
  key: Pick<GoalClaimRecord, 'organizationKey' | 'goalKey'>,
  claim: GoalClaimRecord | null,
): TransactionItem {
  return {
    ConditionCheck: claim
      ? goalClaimEntity.remove(key).where(isAsRead(claim))
      : goalClaimEntity.delete(key).where(({ fence }, { notExists }) => notExists(fence)),
  }
}

/** Fences only rise for as long as a clock can be wrong: a claim that has ended is kept so long. */
const keptDays = 1

/** Returns a claim after its end. Only its fence, and whose it was, are kept. */
export function endedClaim(claim: GoalClaimRecord, now: Date): GoalClaimRecord {
  const { organizationKey, goalKey, fence, holderKey, runId } = claim
  return {
    organizationKey,
    goalKey,
    fence,
    holderKey,
    ...(runId !== undefined && { runId }),
    endsAt: 0,
    ttl: timeToLiveOf(daysAfter(now, keptDays)),
  }
}

type Ending = { by: Pick<Access, 'actor' | 'actorName' | 'userId'>; now: Date; reason: ClaimEndReason }

/** Returns the writes that end a claim, with its event. They fail if it has changed since it was read. */
export function endClaimItems(
  database: Database,
  goal: Pick<GoalRow, 'organizationId' | 'goalId' | 'title'>,
  claim: GoalClaimRecord,
  { by, now, reason }: Ending,
): { claim: TransactionItem; claimEvent: TransactionItem } {
  const { organizationId, goalId, title } = goal
  const event = newEvent(
    'goal.claim_ended',
    { by, now },
    { fence: claim.fence, reason },
    { goal: { id: goalId, title } },
  )
  return {
    claim: putClaim(claim, endedClaim(claim, now)),
    claimEvent: recordEvents(database, { organizationId, events: [event] }),
  }
}

/** Returns the event of a claim. */
export function claimedItem(
  database: Database,
  { organizationId, goalId, title }: Pick<GoalRow, 'organizationId' | 'goalId' | 'title'>,
  { fence, endsAt }: GoalClaimRecord,
  by: Ending['by'],
  now: Date,
): TransactionItem {
  const data = { fence, expiresAt: timestampOf(new Date(endsAt)) }
  const event = newEvent('goal.claimed', { by, now }, data, { goal: { id: goalId, title } })
  return recordEvents(database, { organizationId, events: [event] })
}
