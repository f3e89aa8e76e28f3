import type { BriefGoal } from '@cairn/contract/schemas/feed/brief'
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals'
import type { NameOf } from '@cairn/domain/organizations/read-names'

/** A list tells goals apart. `get_goal` has the texts. */
const listedTitleLength = 120
const listedSummaryLength = 160

/** Somebody whose name is not known any more. */
export const formerMember = 'Former member'

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
  }
}

/** A whole goal, without what an agent does not need. */
export function presentGoal(goal: Goal, nameOf: NameOf) {
  const { labels, ownerUserId, criteria, currentEvaluation, organizationId: _, ...fields } = goal
  const { createdByUserId: __, updatedByUserId: ___, ...rest } = fields
  return {
    ...rest,
    evaluation: currentEvaluation,
    owner: ownerUserId && { id: ownerUserId, name: nameOf(ownerUserId) ?? formerMember },
    labels: labels.map(({ id, name }) => ({ id, name })),
    criteria: criteria.map(({ verdict, ...criterion }) => ({
      ...criterion,
      verdict: verdict && {
        result: verdict.result,
        asOf: verdict.asOf,
        revision: verdict.revision,
        by: nameOf(verdict.authorityUserId) ?? formerMember,
      },
    })),
  }
}

/** The users that `presentGoal` names. */
export function usersOfGoal({ ownerUserId, criteria }: Goal): string[] {
  const judges = criteria.flatMap(({ verdict }) => verdict?.authorityUserId ?? [])
  return [...(ownerUserId === null ? [] : [ownerUserId]), ...judges]
}

/** What a caller who has written a goal needs to go on. */
export function presentChangedGoal({ id, title, revision, version, criteria, measures }: Goal) {
  const named = (item: { id: string; title: string }) => ({ id: item.id, title: item.title })
  return { id, title, revision, version, criteria: criteria.map(named), measures: measures.map(named) }
}

export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
}
