import type { Goal } from '@cairn/contract/schemas/goals/goals'

type Criterion = Goal['criteria'][number]
type Reviewed = Pick<Goal, 'reviewerUserId' | 'verification' | 'criteria'>
type Viewer = { userId: string; canAdminister: boolean }

/** Whether somebody is to confirm what reports say is met. */
export function isReviewed({ reviewerUserId, verification }: Omit<Reviewed, 'criteria'>): boolean {
  return reviewerUserId !== null || verification === 'other_person'
}

/** Whether a criterion is met according to its latest verdict, and nobody has confirmed that. */
export function isUnconfirmed({ verdict, confirmedBy }: Pick<Criterion, 'verdict' | 'confirmedBy'>): boolean {
  return verdict?.result === 'met' && !confirmedBy
}

/** The criteria that a person may confirm: those that others judged, and of a goal with a reviewer only as that or as an administrator. */
export function confirmableBy({ userId, canAdminister }: Viewer, goal: Reviewed): Criterion[] {
  const { reviewerUserId, criteria } = goal
  if (!isReviewed(goal)) return []
  if (reviewerUserId !== null && reviewerUserId !== userId && !canAdminister) return []
  return criteria.filter(
    (criterion) => isUnconfirmed(criterion) && criterion.verdict?.authorityUserId !== userId,
  )
}

/** The criteria for which a goal that needs a second person cannot be completed. */
export function unverifiedOf({ verification, criteria }: Reviewed): Criterion[] {
  if (verification !== 'other_person') return []
  return criteria.filter(({ verdict, confirmedBy }) => verdict?.result !== 'met' || !confirmedBy)
}

/** The criteria by the report that judged them, oldest first. */
export function byReport(criteria: readonly Criterion[]): [revision: number, criterionIds: string[]][] {
  const reports = new Map<number, string[]>()
  for (const { id, verdict } of criteria) {
    if (!verdict) continue
    reports.set(verdict.revision, [...(reports.get(verdict.revision) ?? []), id])
  }
  return [...reports].sort(([one], [other]) => one - other)
}
