import type { Implementation } from '../../../requests/operation.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { goalClaimEntity } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { requireWritable } from '../../rules/authority.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { isCurrent, toClaimResponse } from '../work.ts'
import { goalClaimLost } from './claim-errors.ts'
import { isHeldBy } from './claim-record.ts'
import { extendClaim } from './take-claim.ts'

/** Starts the lease of a claim again. Writes one small record: no version, no event, no index. */
export const renewGoalClaim: Implementation<'renewGoalClaim'> = async (context, access, { params, body }) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId } = params
  const key = goalKeyOf({ organizationId, goalId })
  return retryOnLostRace(database, async () => {
    const [authority, row, claim] = await Promise.all([
      readAuthority(database, access, goalId),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalClaimEntity, key),
    ])
    requireWritable(authority, row)
    const isOwn = isCurrent(claim, now) && isHeldBy(claim, access) && claim.fence === body.fence
    if (!isOwn) throw goalClaimLost(claim, now)
    const renewed = await extendClaim(context, claim, body)
    const response = renewed && toClaimResponse(renewed, now)
    return response ? { claim: response } : lostRace
  })
}
