import type { Implementation } from '../requests/operation.ts'
import { readShownLinks } from './continuing/links.ts'
import { readLabelDirectory } from './labels/read-goal-labels.ts'
import { readGoal } from './record/read-goal.ts'
import { toGoalResponse } from './record/to-goal-response.ts'
import { requireVisible } from './rules/authority.ts'
import { readFamily } from './tree/reading/family.ts'
import { readRelations } from './tree/reading/relations.ts'
import { readAuthority } from './tree/reading/sight.ts'
import { readWatching } from './watching/watch-record.ts'

export const getGoal: Implementation<'getGoal'> = async (context, access, { params }) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId } = params
  const [authority, stored, labelsOf, familyOf, watchingOf, links] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoal(database, organizationId, goalId),
    readLabelDirectory(database, organizationId),
    readFamily(context, { organizationId, goalId }),
    readWatching(database, access, goalId),
    readShownLinks(database, access, goalId),
  ])
  const goal = requireVisible(authority, stored)
  const [labels, relations] = await Promise.all([
    labelsOf(goal.row.labelIds),
    readRelations(database, { organizationId, ...authority }, goal.row, familyOf, now),
  ])
  return { goal: { ...toGoalResponse(goal, labels, relations, now), ...watchingOf(goal.row), ...links } }
}
