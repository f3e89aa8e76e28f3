import type { BriefGoal } from '@cairn/contract/schemas/feed/brief'
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { formerMember, type NameOf } from '@cairn/domain/organizations/context/read-names'
import { actorWords } from './actor-words.ts'
import { beginningOf } from './beginning-of.ts'
import { presentClaim } from './present-work.ts'
import type { Source } from './shorten.ts'

/** A list tells goals apart. `get_goal` has the texts. */
const listedTitleLength = 120
const listedSummaryLength = 160

/** A goal in a list, without what is the same in all of them. */
export function presentListedGoal(goal: GoalSummary | BriefGoal) {
  const { id, title, status, health, attention, progress, nextReportDueAt, lastReport, revision, version } =
    goal
  return {
    id,
    title: beginningOf(title, listedTitleLength),
    status,
    health,
    attention,
    progress,
    criteria: `${goal.criteriaMetCount}/${goal.criteriaCount}`,
    dueOn: goal.timeframe.kind === 'deadline' ? goal.timeframe.targetDate : null,
    nextReportDueAt,
    lastReport: lastReport && {
      at: lastReport.createdAt,
      summary: beginningOf(lastReport.summary, listedSummaryLength),
    },
    revision,
    version,
    ...relationsOf(goal),
  }
}

/** How a goal belongs to others, without what is empty for most goals. `get_goal` has all ancestors and the whole roll-up. */
function relationsOf({
  status,
  ancestors,
  blockedBy,
  ready,
  notReady,
  rollup,
  claim,
}: GoalSummary | BriefGoal) {
  const parent = ancestors.at(-1)
  return {
    ready,
    // The status of others says it.
    ...(status === 'active' && notReady && { notReady }),
    ...(claim && {
      claim: { by: beginningOf(actorWords(claim.holder).by, listedTitleLength), expiresAt: claim.expiresAt },
    }),
    ...(parent && { parent: { id: parent.id, title: beginningOf(parent.title, listedTitleLength) } }),
    ...(blockedBy.length > 0 && {
      blockedBy: blockedBy.map(({ id, title, status }) => ({
        id,
        title: beginningOf(title, listedTitleLength),
        status,
      })),
    }),
    ...(rollup && {
      rollup: {
        goals: rollup.descendants,
        completed: rollup.byStatus.completed,
        progress: rollup.progress,
      },
    }),
  }
}

type ListedGoal = ReturnType<typeof presentListedGoal>

/**
 * Returns the sources of the rest of a goal in a list: the history for its last report, the goal for everything else.
 *
 * @param shown  The goal as it was presented, or with more fields.
 */
export function sourcesOfListedGoal(
  { id: goalId, title, lastReport, ancestors, blockedBy }: GoalSummary | BriefGoal,
  shown: ListedGoal,
  size: { maxKiB?: number | undefined } = {},
): [object, Source][] {
  const related = [...ancestors.slice(-1), ...blockedBy]
  const goal: Source = {
    readOn: { tool: 'get_goal', arguments: { goalId, ...size } },
    isCut: shown.title !== title || related.some((other) => other.title.length > listedTitleLength),
  }
  if (!lastReport || !shown.lastReport) return [[shown, goal]]
  const { revision: entry, summary } = lastReport
  const report: Source = {
    readOn: { tool: 'get_history', arguments: { goalId, entry, ...size } },
    isCut: shown.lastReport.summary !== summary,
  }
  return [
    [shown, goal],
    [shown.lastReport, report],
  ]
}

/** A whole goal, without what an agent does not need. */
export function presentGoal(goal: Goal, nameOf: NameOf) {
  const {
    labels,
    ownerUserId,
    reviewerUserId,
    criteria,
    currentEvaluation,
    claim,
    handoff,
    organizationId: _,
    ...fields
  } = goal
  const { createdByUserId: __, updatedByUserId: ___, ...rest } = fields
  return {
    ...rest,
    evaluation: currentEvaluation,
    claim: claim && presentClaim(claim),
    handoff: handoff && {
      text: handoff.text,
      revision: handoff.revision,
      at: handoff.createdAt,
      ...actorWords({ ...handoff.actor, displayName: handoff.actorName ?? nameOf(handoff.actor.id) }),
    },
    owner: ownerUserId && { id: ownerUserId, name: nameOf(ownerUserId) ?? formerMember },
    labels: labels.map(({ id, name }) => ({ id, name })),
    reviewer: reviewerUserId && { id: reviewerUserId, name: nameOf(reviewerUserId) ?? formerMember },
    criteria: criteria.map(({ verdict, confirmedBy, ...criterion }) => ({
      ...criterion,
      verdict: verdict && {
        result: verdict.result,
        asOf: verdict.asOf,
        revision: verdict.revision,
        by: nameOf(verdict.authorityUserId) ?? formerMember,
      },
      confirmedBy: confirmedBy && { at: confirmedBy.at, by: nameOf(confirmedBy.userId) ?? formerMember },
    })),
  }
}

/** The users that `presentGoal` names. */
export function usersOfGoal({ ownerUserId, reviewerUserId, criteria, handoff }: Goal): string[] {
  const judges = criteria.flatMap(({ verdict, confirmedBy }) => [
    ...(verdict ? [verdict.authorityUserId] : []),
    ...(confirmedBy ? [confirmedBy.userId] : []),
  ])
  const author = handoff?.actor.kind === 'user' ? [handoff.actor.id] : []
  return [...[ownerUserId, reviewerUserId].filter((id) => id !== null), ...judges, ...author]
}

/** The parts of a written goal with which a caller can continue. */
export function presentChangedGoal({ id, title, revision, version, criteria, measures }: Goal) {
  const named = (item: { id: string; title: string }) => ({ id: item.id, title: item.title })
  return { id, title, revision, version, criteria: criteria.map(named), measures: measures.map(named) }
}
