import type { FormWords } from '@cairn/contract/goals/fields'
import { maximumBlockers } from '@cairn/contract/goals/relation-limits'
import { maximumCriteriaPerGoal } from '@cairn/contract/schemas/goals/goal-criteria'
import { maximumMeasuresPerGoal } from '@cairn/contract/schemas/goals/goal-measures'
import { maximumLabelsPerGoal } from '@cairn/contract/schemas/goals/goals'
import type { FieldsByErrorCode, FormTexts } from '../../../data/api/failures/problems.ts'
import { texts } from './texts.ts'

const { fields, simple, tooMany } = texts

export const goalFormTexts: FormTexts = {
  ...Object.fromEntries(
    Object.entries<FormWords>(simple).map(([name, { problem }]) => [
      name,
      { name, missing: problem, invalid: problem },
    ]),
  ),
  ...fields,
  labelIds: { ...fields.labelIds, invalid: tooMany.labels(maximumLabelsPerGoal) },
  criteria: { ...fields.criteria, invalid: tooMany.criteria(maximumCriteriaPerGoal) },
  measures: { ...fields.measures, invalid: tooMany.measures(maximumMeasuresPerGoal) },
  blockedByGoalIds: { ...fields.blockedByGoalIds, invalid: tooMany.blockers(maximumBlockers) },
}

export const goalFieldsByErrorCode: FieldsByErrorCode = {
  invalid_goal_owner: 'ownerUserId',
  invalid_goal_reviewer: 'reviewerUserId',
  goal_owner_forbidden: 'ownerUserId',
  invalid_goal_labels: 'labelIds',
  invalid_goal_criteria: 'criteria',
  invalid_goal_measures: 'measures',
  invalid_goal_parent: 'parentGoalId',
  goal_parent_conflict: 'parentGoalId',
  invalid_goal_blockers: 'blockedByGoalIds',
  goal_blocker_conflict: 'blockedByGoalIds',
}
