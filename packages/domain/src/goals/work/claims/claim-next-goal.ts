import type { InputOf, OutputOf } from '@cairn/contract/registry/registry'
import type { NamedActor } from '@cairn/contract/schemas/actors'
import type { Access } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import type { GoalClaimRecord } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { readLabelDirectory } from '../../labels/read-goal-labels.ts'
import { type GoalState, readGoal } from '../../record/read-goal.ts'
import { toGoalResponse } from '../../record/to-goal-response.ts'
import { hasTrait } from '../../record/traits.ts'
import { type GoalAuthority, goalNotFound, mayWrite } from '../../rules/authority.ts'
import { type Family, readFamily } from '../../tree/reading/family.ts'
import { readRelations } from '../../tree/reading/relations.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { readWatching } from '../../watching/watch-record.ts'
import { isCurrent, toClaimResponse } from '../work.ts'
import { isHeldBy } from './claim-record.ts'
import { type Candidate, readCandidates } from './next-candidates.ts'
import { readNotReady } from './readiness-now.ts'
import { type RunClaim, readRunClaim, runClaimItem } from './run-claim.ts'
import { extendClaim, readHolder, takeClaim } from './take-claim.ts'

type Body = InputOf<'claimNextGoal'>['body']
type Claimed = {
  goal: GoalState
  family: Family
  claim: GoalClaimRecord
  watchingOf: Awaited<ReturnType<typeof readWatching>>
}

/** When to ask again if no goal is ready, in seconds. An earlier end of a lease may free one. */
const longestPauseSeconds = 60
const shortestPauseSeconds = 5

/**
 * Claims the most pressing goal that is ready. Candidates are tried in their order until a transaction takes one, so many callers
 * at once get different goals. Four round trips, and one more for each goal that another caller takes first.
 */
export const claimNextGoal: Implementation<'claimNextGoal'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId } = access
  const [authority, candidates, holder, before, labelsOf] = await Promise.all([
    readAuthority(database, access, ...(body.parentGoalId === undefined ? [] : [body.parentGoalId])),
    readCandidates(context, access, body),
    readHolder(database, access, body.runId),
    readRunClaim(database, access, body.runId),
    readLabelDirectory(database, organizationId),
    // From the same record: what the answer shows of a watch is then read beside the transaction.
    hasTrait(database, organizationId, 'hasConversation'),
  ])
  if (!candidates.isWithinSight(authority)) throw goalNotFound()
  const present = async ({
    goal,
    family,
    claim,
    watchingOf,
  }: Claimed): Promise<OutputOf<'claimNextGoal'>> => {
    const claimed = { ...family, work: { ...family.work, claim } }
    const viewer = { organizationId, ...authority }
    const [labels, relations] = await Promise.all([
      labelsOf(goal.row.labelIds),
      readRelations(database, viewer, goal.row, async () => claimed, now),
    ])
    const shown = toClaimResponse(claim, now)
    if (!shown) throw new Error('A new claim is not current.')
    return {
      goal: { ...toGoalResponse(goal, labels, relations, now), ...watchingOf(goal.row) },
      claim: shown,
    }
  }

  const kept = await extendRunClaim(context, access, authority, before, body)
  if (kept) {
    context.noteUnchanged?.()
    return present(kept)
  }
  let run: RunClaim | null = before
  for await (const candidate of candidates.ready((row) => mayWrite(authority, row))) {
    const taken = await take(context, access, { candidate, run, holder, body })
    if (taken === 'other') continue
    if (taken === 'overtaken') {
      // The same run has asked twice. One of both got a goal.
      const again = await readRunClaim(database, access, body.runId)
      const found = await extendRunClaim(context, access, authority, again, body)
      if (found) {
        context.noteUnchanged?.()
        return present(found)
      }
      run = again
      continue
    }
    return present(taken)
  }
  context.noteUnchanged?.()
  return { goal: null, retryAfterSeconds: pauseUntil(candidates.firstEnd(), now) }
}

/** Extends the claim that an earlier request of the same run has made, if it is still current. */
async function extendRunClaim(
  context: Context,
  access: Access,
  authority: GoalAuthority,
  run: RunClaim | null,
  body: Body,
): Promise<Claimed | undefined> {
  if (!run) return undefined
  const { database, now } = context
  const { organizationId } = access
  const [goal, familyOf, watchingOf] = await Promise.all([
    readGoal(database, organizationId, run.goalId),
    readFamily(context, { organizationId, goalId: run.goalId }),
    readWatching(database, access, run.goalId),
  ])
  if (!goal || !mayWrite(authority, goal)) return undefined
  const family = await familyOf(goal.row)
  const { claim } = family.work
  const isSame = isCurrent(claim, now) && isHeldBy(claim, access) && claim.fence === run.fence
  const extended = isSame ? await extendClaim(context, claim, body) : undefined
  return extended && { goal, family, claim: extended, watchingOf }
}

type Attempt = {
  candidate: Candidate
  run: RunClaim | null
  holder: NamedActor
  body: Body
}

/**
 * Tries to take one goal. Returns `other` if somebody else has it, or it is no longer ready, and `overtaken` if the same run has just got
 * another goal. The whole goal is read beside the transaction, for the answer; if it has changed since the list was read, that is the one to take.
 */
async function take(
  context: Context,
  access: Access,
  { candidate, run, holder, body }: Attempt,
): Promise<Claimed | 'other' | 'overtaken'> {
  const { database } = context
  const { organizationId, goalId } = candidate.row
  let { row, family } = candidate
  for (;;) {
    if (family.tree?.below1 && (await readNotReady(database, row, family)).length > 0) return 'other'
    const [goal, familyOf, watchingOf, { claim, failed }] = await Promise.all([
      readGoal(database, organizationId, goalId),
      readFamily(context, { organizationId, goalId }),
      readWatching(database, access, goalId),
      takeClaim(context, access, {
        row,
        before: family.work.claim,
        holder,
        work: body,
        others: (taken) => runClaimItem(context, access, { runId: body.runId, before: run, claim: taken }),
      }),
    ])
    if (!goal) return 'other'
    const current = await familyOf(goal.row)
    if (failed.length === 0) return { goal, family: current, claim, watchingOf }
    if (failed.includes('run')) return 'overtaken'
    const isChanged = goal.row.version !== row.version && goal.row.status === 'active'
    if (!isChanged || isCurrent(current.work.claim, context.now)) return 'other'
    row = goal.row
    family = current
    if ((await readNotReady(database, row, family)).length > 0) return 'other'
  }
}

/** Returns when a goal may be free again: when the first lease ends, within bounds. */
function pauseUntil(firstEnd: number | undefined, now: Date): number {
  if (firstEnd === undefined) return longestPauseSeconds
  const seconds = Math.ceil((firstEnd - now.getTime()) / 1000)
  return Math.min(longestPauseSeconds, Math.max(shortestPauseSeconds, seconds))
}
