import { maximumCriteriaPerGoal, maximumLabelsPerGoal } from '@cairn/contract/schemas/goals'
import type { FieldRefusals, FormWords } from '../../api/problems.ts'

export const goalWords: FormWords = {
  detailedDescription: { name: 'description', missing: 'Describe the goal.' },
  title: { name: 'title' },
  'timeframe.targetDate': {
    name: 'target date',
    missing: 'Pick a target date.',
    invalid: 'Pick a target date.',
  },
  timeframe: { name: 'timeframe', invalid: 'Choose a timeframe.' },
  ownerUserId: { name: 'owner', invalid: 'Choose another owner.' },
  labelIds: { name: 'labels', invalid: `Choose at most ${maximumLabelsPerGoal} labels.` },
  'criteria.*.title': { name: 'criterion', missing: 'Name the criterion, or remove it.' },
  'criteria.*.description': { name: 'text', missing: 'Describe what must be true.' },
  criteria: { name: 'criteria', invalid: `Keep at most ${maximumCriteriaPerGoal} criteria.` },
}

export const goalRefusals: FieldRefusals = {
  invalid_goal_owner: 'ownerUserId',
  goal_owner_forbidden: 'ownerUserId',
  invalid_goal_labels: 'labelIds',
}
