import type { Implementation } from '../requests/operation.ts'
import { readGoalLabel } from './read-goal-label.ts'
import { toGoalLabelResponse } from './to-goal-label-response.ts'

export const getGoalLabel: Implementation<'getGoalLabel'> = async ({ database }, access, { params }) => ({
  label: toGoalLabelResponse(await readGoalLabel(database, access, params.labelId)),
})
