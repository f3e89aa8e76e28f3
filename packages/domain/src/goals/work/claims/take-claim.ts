/** The transaction that takes a goal, for `claimGoal` and `claimNextGoal`. */

import { leaseSeconds } from '@cairn/contract/goals/lease'
import type { InputOf } from '@cairn/contract/registry/registry'
import type { NamedActor } from '@cairn/contract/schemas/actors'
import { shortName } from '../../../organizations/context/read-names.ts'
import { type Access, credentialKeyOf, requireMembership } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { updateIf } from '../../../storage/database/update-if.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalClaimRecord,
  goalClaimEntity,
} from '../../../storage/table/entities/goals/work/goal-work.ts'
import { membershipEntity } from '../../../storage/table/entities/organizations/membership.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { unchangedGoal } from '../../record/goal-conditions.ts'
import { isKnownTo, traitItem } from '../../record/traits.ts'
import { isCurrent } from '../work.ts'
import { claimedItem, isHeldBy, putClaim } from './claim-record.ts'
import { closedBlockers } from './readiness-now.ts'

/** The work as the request describes it. */
export type StartedWork = Pick<
  InputOf<'claimGoal'>['body'],
  'leaseSeconds' | 'runId' | 'externalUrl' | 'note'
>

/** Returns the end of a lease that starts now, in Unix milliseconds. */
export function leaseEnd(now: Date, seconds: number = leaseSeconds.default): number {
  return now.getTime() + seconds * 1000
}

/** Returns the caller as the holder of a claim. A program's name is that of its credential, a person's is read. */
export async function readHolder(
  database: Database,
  { actor, actorName, userId, organizationId }: Access,
  runId: string | undefined,
): Promise<NamedActor> {
  const named = { kind: actor.kind, id: actor.id, runId: runId ?? null }
  if (actorName !== undefined) return { ...named, displayName: actorName }
  const member = await readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId })
  return { ...named, displayName: shortName(requireMembership(member).displayName) }
}

/** Whether a claim is that of the caller's run, which may extend it. */
export function isOfRun(
  claim: GoalClaimRecord | null,
  access: Access,
  runId: string | undefined,
  now: Date,
): claim is GoalClaimRecord {
  return isCurrent(claim, now) && isHeldBy(claim, access) && runId !== undefined && claim.runId === runId
}

/** Starts the lease of a current claim again: one write, of at most two units. Returns undefined if it is no longer current. */
export async function extendClaim(
  { database, now }: Pick<Context, 'database' | 'now'>,
  claim: GoalClaimRecord,
  { leaseSeconds: seconds, note }: Pick<StartedWork, 'leaseSeconds' | 'note'>,
): Promise<GoalClaimRecord | undefined> {
  if (!claim.content) return undefined
  const content = { ...claim.content, ...(note !== undefined && { note }) }
  const extended = { ...claim, endsAt: leaseEnd(now, seconds), content }
  const isExtended = await updateIf(
    database,
    goalClaimEntity
      .patch(claim)
      .set({ endsAt: extended.endsAt, content })
      .where(
        (stored, { eq, gt }) => `${eq(stored.fence, claim.fence)} AND ${gt(stored.endsAt, now.getTime())}`,
      ),
  )
  return isExtended ? extended : undefined
}

type Take = {
  row: GoalRow
  /** The latest claim, which is not current. */
  before: GoalClaimRecord | null
  holder: NamedActor
  work: StartedWork
  /** Returns further writes, by name. */
  others?: (claim: GoalClaimRecord) => Record<string, TransactionItem | undefined>
}

/** Takes a goal. Returns the claim, and the names of the conditions that failed: none if the claim was made. */
export async function takeClaim(
  { database, now }: Pick<Context, 'database' | 'now'>,
  access: Access,
  { row, before, holder, work, others = () => ({}) }: Take,
): Promise<{ claim: GoalClaimRecord; failed: string[] }> {
  const time = now.getTime()
  const claim: GoalClaimRecord = {
    ...goalKeyOf(row),
    fence: Math.max(time, (before?.fence ?? 0) + 1),
    holderKey: credentialKeyOf(access.authentication),
    ...(work.runId !== undefined && { runId: work.runId }),
    endsAt: leaseEnd(now, work.leaseSeconds),
    content: {
      holder,
      userId: access.userId,
      ...(work.externalUrl !== undefined && { externalUrl: work.externalUrl }),
      ...(work.note !== undefined && { note: work.note }),
      claimedAt: time,
    },
  }
  const items: Record<string, TransactionItem | undefined> = {
    claim: putClaim(before, claim),
    goal: unchangedGoal(row),
    ...closedBlockers(row),
    ...others(claim),
    ...(!isKnownTo(database, row.organizationId, 'hasWork') && {
      trait: traitItem(row.organizationId, 'hasWork'),
    }),
    claimEvent: claimedItem(database, row, claim, access, now),
  }
  return { claim, failed: await transact(database, items) }
}
