import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { createGoal, reportOf } from '../../../../support/people/goals.ts'
import type { Browser } from '../../../../support/people/sign-in.ts'

type Result = 'met' | 'not_met' | 'unknown'
type Fields = Partial<OperationRequest<typeof operations.createGoal>['body']>

/** A goal with this many criteria. */
export function goalWithCriteria(owner: Browser, count: number, fields: Fields = {}): Promise<Goal> {
  const criteria = Array.from({ length: count }, (_, index) => ({
    title: `Criterion ${index + 1}`,
    description: 'All of it.',
  }))
  return createGoal(owner, { criteria, ...fields })
}

export const readGoal = async ({ api }: Browser, goalId: string): Promise<Goal> =>
  (await api.getGoal({ params: { goalId } })).goal

/** Reports verdicts on the first criteria of a goal, and returns the revision. */
export async function judge(
  by: Browser,
  { id: goalId }: Pick<Goal, 'id'>,
  results: readonly (Result | undefined)[],
  overrides: Parameters<typeof reportOf>[1] = {},
): Promise<number> {
  const goal = await readGoal(by, goalId)
  const verdicts = results.flatMap((result, index) => {
    const criterion = goal.criteria[index]
    return result && criterion ? [{ criterionId: criterion.id, result }] : []
  })
  const body = reportOf(`Report ${goal.revision + 1}`, {
    expectedRevision: goal.revision,
    verdicts,
    ...overrides,
  })
  return (await by.api.createGoalUpdate({ params: { goalId }, body })).update.revision
}

/** Acknowledges a report, and confirms these criteria. */
export function confirm(by: Browser, goalId: string, revision: number, confirmedCriterionIds: string[]) {
  return by.api.acknowledgeGoalUpdate({
    params: { goalId, revision: String(revision) },
    body: { confirmedCriterionIds },
  })
}

/** Completes a goal at its current revision. */
export const complete = (by: Browser, goal: Pick<Goal, 'id'>) =>
  judge(by, goal, [], { status: 'completed', idempotencyKey: `complete ${Math.random()}` })

/** The ids of the criteria, in their order. */
export const idsOf = ({ criteria }: Goal): string[] => criteria.map(({ id }) => id)
