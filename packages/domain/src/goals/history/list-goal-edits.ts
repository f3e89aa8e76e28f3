import { accessPattern } from '../../database/query-records.ts'
import type { Implementation } from '../../operation.ts'
import { readPage } from '../../pagination/read-page.ts'
import { responseLimitBytes } from '../../pagination/response-size.ts'
import { goalEditEntity } from '../../table/entities/goals/goal-edit.ts'
import { goalKeyOf } from '../../table/entities/goals/goal-row.ts'
import { goalAuthority, requireVisible } from '../authority.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { toGoalEditResponse } from './entries.ts'
import { countWithTextsOf, readTexts } from './read-texts.ts'

/** Lists the edits of a goal by version. */
export const listGoalEdits: Implementation<'listGoalEdits'> = async (context, access, { params, query }) => {
  const { database } = context
  const { organizationId } = access
  const { goalId } = params
  const { order = 'asc' } = query
  const key = goalKeyOf({ organizationId, goalId })
  const [role, goal, page] = await Promise.all([
    access.role,
    readGoalRow(database, organizationId, goalId),
    readPage(context, query, {
      binding: ['listGoalEdits', organizationId, goalId, order],
      present: async (edits) => {
        const shown = edits.slice(0, countWithTextsOf(edits, responseLimitBytes))
        const texts = await readTexts(database, shown)
        return shown.map((edit) => toGoalEditResponse(edit, texts))
      },
      ...accessPattern(database, goalEditEntity, 'record', key, { order, consistent: true }),
    }),
  ])
  requireVisible(goalAuthority(access, role), goal)
  return { edits: page.items, nextCursor: page.nextCursor }
}
