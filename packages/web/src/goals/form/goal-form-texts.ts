import { maximumCriteriaPerGoal } from '@cairn/contract/schemas/goal-criteria'
import { maximumMeasuresPerGoal } from '@cairn/contract/schemas/goal-measures'
import { maximumLabelsPerGoal } from '@cairn/contract/schemas/goals'
import type { FieldsByErrorCode, FormTexts } from '../../api/problems.ts'

const enterNumber = 'Enter a number with at most 6 decimals.'
const enterDays = 'Enter whole days, from 1 to 366, or nothing.'

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
  'measures.*.title': { name: 'measure', missing: 'Name the measure, or remove it.' },
  'measures.*.unit': { name: 'unit' },
  'measures.*.start': { name: 'start', missing: enterNumber, invalid: enterNumber },
  'measures.*.target': {
    name: 'target',
    missing: enterNumber,
    invalid: 'Enter a number that differs from the start, with at most 6 decimals.',
  },
  measures: {
    name: 'measures',
    missing: 'Add a measure.',
    invalid: `Keep at most ${maximumMeasuresPerGoal} measures.`,
  },
  'cadence.everyDays': { name: 'days', missing: enterDays, invalid: enterDays },
  cadence: { name: 'days', missing: enterDays, invalid: enterDays },
}

export const goalFieldsByErrorCode: FieldsByErrorCode = {
  invalid_goal_owner: 'ownerUserId',
  goal_owner_forbidden: 'ownerUserId',
  invalid_goal_labels: 'labelIds',
  invalid_goal_criteria: 'criteria',
  invalid_goal_measures: 'measures',
}
