import type { DueHandler } from '../../background/due/sweep-records.ts'
import { hasTrait } from '../../goals/record/traits.ts'
import { endClaims, heldFor } from '../../goals/work/claims/end-claims.ts'
import { endInbox } from '../../inbox/end-inbox.ts'
import { revokeToken } from '../../programs/api-tokens/active-token.ts'
import { endGrantsIn } from '../../programs/oauth/grants-of-user.ts'
import { pauseWebhooks, readWebhooksOf } from '../../programs/webhooks/record/pause-webhooks.ts'
import { callerOfSession } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { requestBudgetMilliseconds } from '../../storage/database/retry.ts'
import { maximumTransactionItems, transact } from '../../storage/database/transaction.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import {
  type MemberRemovalRecord,
  memberRemovalEntity,
} from '../../storage/table/entities/due/member-removal.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import { credentialOf } from '../audit/audit-entry.ts'
import { endDrafts } from './end-drafts.ts'
import { endViews } from './end-views.ts'
import { endWatches } from './end-watches.ts'
import { reassignGoals } from './reassign-goals.ts'
import { followReceivers } from './receiver.ts'
import { readRemovals } from './removal-record.ts'

/**
 * Revokes the API tokens, and ends the grants, that a removed member has left. No request accepts them any longer: this takes them off the lists
 * of somebody who was invited again. Tokens of the new membership stay.
 */
async function revokeTokens(
  database: Database,
  { organizationKey, userId }: Pick<MemberRemovalRecord, 'organizationKey' | 'userId'>,
  now: Date,
): Promise<void> {
  const key = { userKey: keyOf(userId), organizationId: longId(organizationKey) }
  const membership = await readRecord(database, membershipEntity, key)
  for (const token of await queryAllRecords(database, apiTokenEntity, 'byUserAndOrganization', key)) {
    const { revokedAt, joinId } = token
    if (revokedAt !== undefined || (membership && membership.joinId === joinId)) continue
    // If it fails, somebody else has revoked the token, or it has expired and is gone.
    await transact(database, { token: revokeToken(token, timestampOf(now)) })
  }
  const member = { userId, organizationId: longId(organizationKey) }
  await endGrantsIn(database, member, membership?.joinId, now)
}

/**
 * Work after the end of a membership: a record `memberRemoval` is due until all of it is done.
 *
 *   removed ─▶ claim ─▶ end tokens, webhooks and views, give the goals away ──┬─ gave some, or too early ─▶ again, later
 *                │ another sweep has it                                       ├─ the time is up ──────────▶ the next sweep
 *                ▼                                                            └─ nothing left ────────────▶ delete the record
 *               leave it
 *
 * The record is deleted after a pass that began a minute after the removal and found nothing: a request that was running when
 * the member was removed may still have assigned a goal, for 8 seconds, and the indexes may be behind. A crash anywhere
 * repeats a pass. Two at once do nothing twice, because every write is conditional.
 */

/** Longer than a request, and than the indexes are behind. */
export const settledMilliseconds = 60_000
/** Longer than a sweep. If it dies, another one continues then. */
const claimMilliseconds = 2 * 60_000
/** The time before the end of a sweep within which no new work begins. */
const reserveMilliseconds = requestBudgetMilliseconds

export const finishRemoval: DueHandler<'memberRemoval', { database: Database }> = async (
  { database },
  { organizationKey, removalKey },
  now,
) => {
  const time = now.getTime()
  const key = { organizationKey, removalKey }
  const read = await readRecord(database, memberRemovalEntity, key)
  if (!read || read.dueAt > time) return
  const removal = { ...read, ...timerOf(removalKey, time + claimMilliseconds) }
  // Another sweep has it.
  if ((await transact(database, { removal: move(read, removal.dueAt) })).length > 0) return

  const { deadline = Number.POSITIVE_INFINITY } = database
  const isOver = () => Date.now() >= deadline - reserveMilliseconds
  await revokeTokens(database, removal, now)
  await pauseMissedWebhooks(database, removal, now)
  await endViews(database, removal)
  await endWatches(database, removal)
  await endInbox(database, { organizationId: longId(organizationKey), userId: removal.userId })
  await endDrafts(database, removal)
  await endClaimsOf(database, removal, now)
  const { end, count } = (await isRepeated(database, removal))
    ? ({ end: 'all', count: 0 } as const)
    : await reassignGoals(database, removal, now, isOver)

  const settledAt = Date.parse(removal.createdAt) + settledMilliseconds
  const isDone = end === 'returned' || (end === 'all' && count === 0)
  if (isDone && settledAt <= time && (await finish(database, removal))) return
  await transact(database, { removal: move(removal, Math.max(time, isDone ? settledAt : 0)) })
}

/** Whether the user has returned and was removed again: then the later removal says who gets the goals. */
async function isRepeated(database: Database, removal: MemberRemovalRecord): Promise<boolean> {
  const removals = await readRemovals(database, removal)
  return removals.some(({ userId, createdAt }) => userId === removal.userId && createdAt > removal.createdAt)
}

/** Sets when a removal is due next. Fails if another sweep has claimed it. */
function move(removal: MemberRemovalRecord, dueAt: number): TransactionItem {
  return {
    Update: memberRemovalEntity
      .patch(removal)
      .set(timerOf(removal.removalKey, dueAt))
      .where((stored, { eq }) => eq(stored.dueAt, removal.dueAt)),
  }
}

/** Ends the claims that the member has left. Those of a new membership stay. */
async function endClaimsOf(
  database: Database,
  { organizationKey, userId, removedByUserId, createdAt }: MemberRemovalRecord,
  now: Date,
): Promise<void> {
  const organizationId = longId(organizationKey)
  // The process of a sweep may not have seen a claim of this organization before.
  if (!(await hasTrait(database, organizationId, 'hasWork'))) return
  const isTheirs = heldFor(userId)
  const membership = await readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId })
  const removedAt = membership ? Date.parse(createdAt) : Number.POSITIVE_INFINITY
  await endClaims(database, {
    organizationId,
    isHeld: (claim) => isTheirs(claim) && (claim.content?.claimedAt ?? 0) <= removedAt,
    by: callerOfSession(removedByUserId, organizationId),
    now,
  })
}

/** Pauses what a request has created that was running when the member was removed. */
async function pauseMissedWebhooks(
  database: Database,
  { organizationKey, userId, removedByUserId, createdAt }: MemberRemovalRecord,
  now: Date,
): Promise<void> {
  const organizationId = longId(organizationKey)
  const [membership, webhooks] = await Promise.all([
    readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId }),
    readWebhooksOf(database, organizationId, userId, createdAt),
  ])
  if (membership || webhooks.length === 0) return
  const credential = credentialOf('session', undefined)
  const cause = { organizationId, userId: removedByUserId, credential }
  // If one fails, an administrator has just changed it. The next pass looks again.
  await transact(database, pauseWebhooks(database, webhooks, cause, now))
}

/**
 * Deletes a removal. Those that give their goals to the same user name the user's own receiver from then on. Returns false if
 * there are more of them than fit into one transaction.
 */
async function finish(database: Database, removal: MemberRemovalRecord): Promise<boolean> {
  const { removalKey, userId } = removal
  const naming = (await readRemovals(database, removal)).filter(
    (one) => one.receiverUserId === userId && one.removalKey !== removalKey,
  )
  const { receiver } = await followReceivers(database, removal, userId)
  const redirected = receiver === userId ? [] : naming
  const now = redirected.slice(0, maximumTransactionItems - 1)
  const isLast = now.length === redirected.length
  const writes: Record<string, TransactionItem> = Object.fromEntries(
    now.map((one) => [one.removalKey, redirect(one, receiver)]),
  )
  if (isLast) {
    writes.removal = {
      Delete: memberRemovalEntity.remove(removal).where(({ dueAt }, { eq }) => eq(dueAt, removal.dueAt)),
    }
  }
  // If it fails, one of them was finished at the same moment. The next sweep looks again.
  const failed = await transact(database, writes)
  return isLast && failed.length === 0
}

function redirect(removal: MemberRemovalRecord, receiver: string | undefined): TransactionItem {
  const before = removal.receiverUserId ?? ''
  const patch = memberRemovalEntity.patch(removal)
  const changed =
    receiver === undefined ? patch.remove(['receiverUserId']) : patch.set({ receiverUserId: receiver })
  return { Update: changed.where((stored, { eq }) => eq(stored.receiverUserId, before)) }
}
