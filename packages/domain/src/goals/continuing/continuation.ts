import type { InputOf } from '@cairn/contract/registry/registry'
import { shownFields } from '../../storage/table/entities/goals/row-fields.ts'
import type { GoalState } from '../record/read-goal.ts'
import { progressOf } from '../record/summarize.ts'

type NewGoal = InputOf<'createGoal'>['body']

/**
 * Returns the goal that continues another one: with its texts and criteria, of which none is judged yet, and the measures that are short
 * of their target, from their last value on. Budget, blockers and reports belong to the goal that ends.
 */
export function continuationOf(
  { row, text, standing }: GoalState,
  { timeframe, title }: InputOf<'continueGoal'>['body'],
): NewGoal & { title: string; ownerUserId: string | null } {
  const fields = shownFields(row)
  return {
    title: title ?? fields.title,
    detailedDescription: text.detailedDescription,
    timeframe,
    ownerUserId: fields.ownerUserId,
    labelIds: fields.labelIds,
    cadence: fields.cadence,
    rollupWeight: fields.rollupWeight,
    reviewerUserId: fields.reviewerUserId,
    // A default that has come since is kept, and nothing that the goal asked for is lost.
    ...(fields.verification === 'other_person' && { verification: fields.verification }),
    ...(fields.parentGoalId !== null && { parentGoalId: fields.parentGoalId }),
    criteria: text.criteria.map((criterion) => ({
      title: criterion.title,
      description: criterion.description,
    })),
    measures: text.measures.flatMap(({ id, title: name, unit, start, target }) => {
      const current = standing.values[id]
      if (progressOf({ start, target }, current) === 1) return []
      return [{ title: name, unit, start: current?.value ?? start, target }]
    }),
  }
}
