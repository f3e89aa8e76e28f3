import type { Implementation } from '../operation.ts'
import { readGoalLabel } from './read-goal-label.ts'
import { goalLabelOf } from './to-goal-label-response.ts'

export const getGoalLabel: Implementation<'getGoalLabel'> = async ({ database }, access, { params }) => ({
  label: goalLabelOf(await readGoalLabel(database, access, params.labelId)),
})
