import { auditEntry, credentialOf } from '../../../organizations/audit/audit-entry.ts'
import type { Access } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalClaimRecord,
  goalClaimEntity,
} from '../../../storage/table/entities/goals/work/goal-work.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { type GoalAuthority, mayWrite, requireVisible, requireWritable } from '../../rules/authority.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { isCurrent } from '../work.ts'
import { goalClaimLost } from './claim-errors.ts'
import { endClaimItems, isHeldBy, isProgram } from './claim-record.ts'

/**
 * Ends a claim: its holder with the fence, or the owner of the goal or an administrator in a session. The request may be repeated.
 */
export const releaseGoalClaim: Implementation<'releaseGoalClaim'> = async (
  context,
  access,
  { params, query },
) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId } = params
  const { fence } = query
  const key = goalKeyOf({ organizationId, goalId })
  return retryOnLostRace(database, async () => {
    const [authority, stored, claim] = await Promise.all([
      readAuthority(database, access, goalId),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalClaimEntity, key),
    ])
    // A token may write goals that it may not read.
    const row = stored && mayWrite(authority, stored) ? stored : requireVisible(authority, stored)
    if (!mayEnd(access, authority, row, claim, fence, now)) throw goalClaimLost(claim, now)
    if (claim === null || claim.endsAt === 0) return undefined
    const isOwn = isHeldBy(claim, access)
    const failed = await transact(database, {
      ...endClaimItems(database, row, claim, { by: access, now, reason: isOwn ? 'released' : 'taken_back' }),
      audit: isOwn ? undefined : takenBackEntry(context, access, row),
    })
    return failed.length > 0 ? lostRace : undefined
  })
}

/**
 * Whether the caller may end the claim that is there, or has ended it before.
 * A program names its fence. @throws `permission_denied` for a person who may not write the goal.
 */
function mayEnd(
  access: Access,
  authority: GoalAuthority,
  row: GoalRow,
  claim: GoalClaimRecord | null,
  fence: number | undefined,
  now: Date,
): boolean {
  if (fence === undefined) {
    if (isProgram(access)) return false
    if (!(claim && isHeldBy(claim, access))) requireWritable(authority, row)
    return true
  }
  if (claim?.fence !== fence || !isHeldBy(claim, access)) return false
  return claim.endsAt === 0 || isCurrent(claim, now)
}

function takenBackEntry(context: Context, access: Access, { goalId, title }: GoalRow) {
  const { organizationId, userId } = access
  const cause = { organizationId, userId, credential: credentialOf('session', context.userAgent) }
  return auditEntry(context, cause, {
    action: 'goal.taken_back',
    target: { kind: 'goal', id: goalId, name: title },
  })
}
