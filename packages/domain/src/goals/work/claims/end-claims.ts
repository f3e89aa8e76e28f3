/** Ends the claims of those who lose their credential or membership. */
import { type Caller, callerOfSession, credentialKeyOf } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { maximumTransactionItems, transact } from '../../../storage/database/transaction.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import type { GoalClaimRecord } from '../../../storage/table/entities/goals/work/goal-work.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { readRows } from '../../list/read-rows.ts'
import { isKnownTo } from '../../record/traits.ts'
import { isCurrent, type OrganizationWork, readOrganizationWork } from '../work.ts'
import { endClaimItems } from './claim-record.ts'

type Holders = {
  organizationId: string
  isHeld: (claim: GoalClaimRecord) => boolean
  /** The caller that takes the credential or the membership away. */
  by: Pick<Caller, 'actor' | 'actorName' | 'userId'>
  now: Date
}

/** Returns those who hold claims with a token or a grant that a user takes away. */
export function holdersWith(
  kind: 'api_token' | 'oauth',
  id: string,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: Date,
): Holders {
  const key = credentialKeyOf({ kind, subjectId: id })
  const by = callerOfSession(userId, organizationId)
  return { organizationId, isHeld: ({ holderKey }) => holderKey === key, by, now }
}

/** Whether a claim is held in the name of a user. */
export function heldFor(userId: string): Holders['isHeld'] {
  return ({ content }) => content?.userId === userId
}

type Held = { row: GoalRow; claim: GoalClaimRecord }

/** Returns the current claims of the holders, with the rows of their goals. Reads nothing if there are none. */
async function readHeld(
  database: Database,
  { organizationId, isHeld, now }: Holders,
  work: OrganizationWork,
): Promise<Held[]> {
  const claims = [...work].flatMap(([goalId, { claim }]) =>
    isCurrent(claim, now) && isHeld(claim) ? [[goalId, claim] as const] : [],
  )
  if (claims.length === 0) return []
  const rows = await readRows(
    database,
    organizationId,
    claims.map(([goalId]) => goalId),
  )
  const byGoal = new Map(claims)
  return rows.flatMap((row) => {
    const claim = byGoal.get(row.goalId)
    return claim ? [{ row, claim }] : []
  })
}

/** Each claim takes two writes, and the revocation some. */
const claimsAtOnce = Math.floor((maximumTransactionItems - 20) / 2)

/**
 * Returns the writes that end the claims in the transaction of a revocation: so many as fit. They fail if one has changed since it was read.
 *
 * @param work  The work on all goals, as it was read.
 */
export async function endingClaims(
  database: Database,
  holders: Holders,
  work: OrganizationWork,
): Promise<Record<string, TransactionItem>> {
  const held = await readHeld(database, holders, work)
  return Object.fromEntries(
    held.slice(0, claimsAtOnce).flatMap(({ row, claim }) => {
      const { claim: ended, claimEvent } = endOf(database, { row, claim }, holders)
      return [
        [`claim:${row.goalId}`, ended],
        [`claimEvent:${row.goalId}`, claimEvent],
      ]
    }),
  )
}

/** Whether any of the holders has ever claimed: if not, nothing is left to end after the revocation. */
export function haveClaimed(work: OrganizationWork, { isHeld }: Holders): boolean {
  return [...work.values()].some(({ claim }) => claim !== null && isHeld(claim))
}

/**
 * Ends all of them, one after the other: those that were left, and those that were made at the moment of the revocation. Safe to repeat. Reads
 * nothing in an organization that is not known to have work on goals, as any process does that has just read or made a claim.
 */
export async function endClaims(database: Database, holders: Holders): Promise<void> {
  const { organizationId } = holders
  if (!isKnownTo(database, organizationId, 'hasWork')) return
  const work = await readOrganizationWork(database, organizationId)
  for (const held of await readHeld(database, holders, work)) {
    // If it fails, the claim has just ended otherwise, or was renewed: it cannot be renewed again.
    await transact(database, endOf(database, held, holders))
  }
}

function endOf(database: Database, { row, claim }: Held, { by, now }: Holders) {
  return endClaimItems(database, row, claim, { by, now, reason: 'revoked' })
}
