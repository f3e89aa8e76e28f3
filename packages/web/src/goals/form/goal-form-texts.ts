import { maximumCriteriaPerGoal } from '@cairn/contract/schemas/goal-criteria'
import { maximumLabelsPerGoal } from '@cairn/contract/schemas/goals'
import type { FieldsByErrorCode, FormTexts } from '../../api/problems.ts'

export const goalFormTexts: FormTexts = {
  detailedDescription: { name: 'description', missing: 'Describe the goal.' },
  title: { name: 'title' },
  'timeframe.targetDate': {
    name: 'target date',
    missing: 'Pick a target date.',
    invalid: 'Pick a target date.',
  },
  timeframe: { name: 'timeframe', missing: 'Choose a timeframe.', invalid: 'Choose a timeframe.' },
  ownerUserId: { name: 'owner', missing: 'Choose an owner.', invalid: 'Choose another owner.' },
  labelIds: {
    name: 'labels',
    missing: 'Choose labels.',
    invalid: `Choose at most ${maximumLabelsPerGoal} labels.`,
  },
  'criteria.*.title': { name: 'criterion', missing: 'Name the criterion, or remove it.' },
  'criteria.*.description': { name: 'text', missing: 'Describe what must be true.' },
  criteria: {
    name: 'criteria',
    missing: 'Add a criterion.',
    invalid: `Keep at most ${maximumCriteriaPerGoal} criteria.`,
  },
}

export const goalFieldsByErrorCode: FieldsByErrorCode = {
  invalid_goal_owner: 'ownerUserId',
  goal_owner_forbidden: 'ownerUserId',
  invalid_goal_labels: 'labelIds',
}
