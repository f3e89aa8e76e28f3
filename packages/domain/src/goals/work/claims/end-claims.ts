/** Ends the claims of those who lose their credential or membership. */
import type { Caller } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { maximumTransactionItems, transact } from '../../../storage/database/transaction.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import type { GoalClaimRecord } from '../../../storage/table/entities/goals/goal-work.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { readRows } from '../../list/read-rows.ts'
import { isCurrent, readOrganizationWork } from '../work.ts'
import { endClaimItems } from './claim-record.ts'

type Holders = {
  organizationId: string
  isHeld: (claim: GoalClaimRecord) => boolean
  /** Who takes the credential or the membership away. */
  by: Pick<Caller, 'actor' | 'actorName' | 'userId'>
  now: Date
}

/** Whether a claim is held with a token or a grant. */
export function heldWith(kind: 'api_token' | 'oauth', id: string): Holders['isHeld'] {
  return ({ holderKey }) => holderKey === `${kind}:${id}`
}

/** Whether a claim is held in the name of a user. */
export function heldFor(userId: string): Holders['isHeld'] {
  return ({ content }) => content?.userId === userId
}

type Held = { row: GoalRow; claim: GoalClaimRecord }

async function readHeld(database: Database, { organizationId, isHeld, now }: Holders): Promise<Held[]> {
  const work = await readOrganizationWork(database, organizationId, { consistent: true })
  const claims = [...work].flatMap(([goalId, { claim }]) =>
    isCurrent(claim, now) && isHeld(claim) ? [[goalId, claim] as const] : [],
  )
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

/** Returns the writes that end the claims in the transaction of a revocation: so many as fit. They fail if one has changed since it was read. */
export async function endingClaims(
  database: Database,
  holders: Holders,
): Promise<Record<string, TransactionItem>> {
  const held = await readHeld(database, holders)
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

/** Ends all of them, one after the other: those that were left, and those that were made at the moment of the revocation. Safe to repeat. */
export async function endClaims(database: Database, holders: Holders): Promise<void> {
  for (const held of await readHeld(database, holders)) {
    // If it fails, the claim has just ended otherwise, or was renewed: it cannot be renewed again.
    await transact(database, endOf(database, held, holders))
  }
}

function endOf(database: Database, { row, claim }: Held, { by, now }: Holders) {
  return endClaimItems(database, row, claim, { by, now, reason: 'revoked' })
}
