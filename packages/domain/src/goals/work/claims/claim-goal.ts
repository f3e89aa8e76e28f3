import type { Implementation } from '../../../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { readLabelDirectory } from '../../labels/read-goal-labels.ts'
import { readGoal } from '../../record/read-goal.ts'
import { toGoalResponse } from '../../record/to-goal-response.ts'
import { requireWritable } from '../../rules/authority.ts'
import { type Family, readFamily } from '../../tree/reading/family.ts'
import { readRelations } from '../../tree/reading/relations.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { readWatching } from '../../watching/watch-record.ts'
import { isCurrent, toClaimResponse } from '../work.ts'
import { goalClaimed, goalNotReady } from './claim-errors.ts'
import { readNotReady } from './readiness-now.ts'
import { extendClaim, isOfRun, readHolder, takeClaim } from './take-claim.ts'

/**
 * Claims a goal. One transaction writes the claim if the goal is as it was read, its latest claim too, and every blocker closed.
 *
 *   read goal and claim ── current, of this run ──▶ extend it, 200
 *          ▲            ── current, of another ──▶ 409 goal_claimed
 *          │            ── not ready ────────────▶ 409 goal_not_ready
 *          │            ── otherwise, take it ── committed ▶ 201
 *          └────────────── anything changed ──┘
 */
export const claimGoal: Implementation<'claimGoal'> = async (context, access, { params, body }) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId } = params
  return retryOnLostRace(database, async () => {
    const [authority, stored, labelsOf, familyOf, holder, watchingOf] = await Promise.all([
      readAuthority(database, access, goalId),
      readGoal(database, organizationId, goalId),
      readLabelDirectory(database, organizationId),
      readFamily(context, { organizationId, goalId }),
      readHolder(database, access, body.runId),
      readWatching(database, access, goalId),
    ])
    const goal = requireWritable(authority, stored)
    const [labels, family] = await Promise.all([labelsOf(goal.row.labelIds), familyOf(goal.row)])
    const before = family.work.claim
    const present = async (claim: NonNullable<Family['work']['claim']>) => {
      const viewer = { organizationId, ...authority }
      const claimed = { ...family, work: { ...family.work, claim } }
      const relations = await readRelations(database, viewer, goal.row, async () => claimed, now)
      const response = toClaimResponse(claim, now)
      if (!response) throw new Error('A new claim is not current.')
      const shown = { ...toGoalResponse(goal, labels, relations, now), ...watchingOf(goal.row) }
      return { goal: shown, claim: response }
    }
    if (isOfRun(before, access, body.runId, now)) {
      const extended = await extendClaim(context, before, body)
      if (!extended) return lostRace
      context.noteUnchanged?.()
      return present(extended)
    }
    if (isCurrent(before, now)) throw goalClaimed(before, now)
    const notReady = await readNotReady(database, goal.row, family)
    if (notReady.length > 0) throw goalNotReady(notReady)
    const { claim, failed } = await takeClaim(context, access, {
      row: goal.row,
      before,
      holder,
      work: body,
    })
    return failed.length > 0 ? lostRace : present(claim)
  })
}
