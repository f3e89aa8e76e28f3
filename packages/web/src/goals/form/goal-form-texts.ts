import { maximumCriteriaPerGoal } from '@cairn/contract/schemas/goal-criteria'
import { maximumMeasuresPerGoal } from '@cairn/contract/schemas/goal-measures'
import { maximumLabelsPerGoal } from '@cairn/contract/schemas/goals'
import type { FieldsByErrorCode, FormTexts } from '../../api/problems.ts'
import { texts } from './texts.ts'

const { fields, tooMany } = texts

export const goalFormTexts: FormTexts = {
  ...fields,
  labelIds: { ...fields.labelIds, invalid: tooMany.labels(maximumLabelsPerGoal) },
  criteria: { ...fields.criteria, invalid: tooMany.criteria(maximumCriteriaPerGoal) },
  measures: { ...fields.measures, invalid: tooMany.measures(maximumMeasuresPerGoal) },
}

export const goalFieldsByErrorCode: FieldsByErrorCode = {
  invalid_goal_owner: 'ownerUserId',
  goal_owner_forbidden: 'ownerUserId',
  invalid_goal_labels: 'labelIds',
  invalid_goal_criteria: 'criteria',
  invalid_goal_measures: 'measures',
}
