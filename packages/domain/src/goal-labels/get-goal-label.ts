import type { Implementation } from '../operation.ts'
import { goalLabelOf } from './goal-label-of.ts'
import { readGoalLabel } from './read-goal-label.ts'

export const getGoalLabel: Implementation<'getGoalLabel'> = async ({ database }, access, { params }) => ({
  label: goalLabelOf(await readGoalLabel(database, access, params.labelId)),
})
