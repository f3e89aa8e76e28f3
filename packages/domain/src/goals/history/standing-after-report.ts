import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { GoalStanding } from '../../storage/table/entities/goals/goal-standing.ts'

/** The standing of a goal after a report; the same object if the report judged and measured nothing. */
export function standingAfterReport(
  standing: GoalStanding,
  {
    verdicts,
    measurements,
    revision,
    createdAt: asOf,
    authorityUserId,
  }: Pick<GoalUpdate, 'verdicts' | 'measurements' | 'revision' | 'createdAt' | 'authorityUserId'>,
): GoalStanding {
  if (verdicts.length + measurements.length === 0) return standing
  const judged = verdicts.map(({ criterionId, result }) => [
    criterionId,
    { result, asOf, revision, authorityUserId },
  ])
  const measured = measurements.map(({ measureId, value }) => [measureId, { value, asOf, revision }])
  const { confirmations = {} } = standing
  const judgedIds = new Set(verdicts.map(({ criterionId }) => criterionId))
  const kept = Object.entries(confirmations).filter(([criterionId]) => !judgedIds.has(criterionId))
  return {
    verdicts: { ...standing.verdicts, ...Object.fromEntries(judged) },
    // A confirmation is about the verdict that it has seen.
    ...(kept.length > 0 && { confirmations: Object.fromEntries(kept) }),
    values: { ...standing.values, ...Object.fromEntries(measured) },
  }
}
