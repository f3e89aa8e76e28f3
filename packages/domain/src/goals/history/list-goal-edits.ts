import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { responseLimitBytes } from '../../storage/pagination/response-size.ts'
import { goalEditEntity } from '../../storage/table/entities/goals/goal-edit.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { withhold } from '../tree/reading/withhold.ts'
import { toGoalEditResponse } from './entries.ts'
import { historyBinding } from './history-cursor.ts'
import { countWithTextsOf, readTexts } from './read-texts.ts'

/** Lists the edits of a goal by version. */
export const listGoalEdits: Implementation<'listGoalEdits'> = async (context, access, { params, query }) => {
  const { database } = context
  const { organizationId } = access
  const { goalId } = params
  const { order = 'asc' } = query
  const key = goalKeyOf({ organizationId, goalId })
  const authority = readAuthority(database, access, goalId)
  authority.catch(() => undefined)
  const [viewer, goal, page] = await Promise.all([
    authority,
    readGoalRow(database, organizationId, goalId),
    readPage(context, query, {
      binding: historyBinding('listGoalEdits', { organizationId, goalId }, order),
      present: async (edits) => {
        const shown = edits.slice(0, countWithTextsOf(edits, responseLimitBytes))
        const texts = await readTexts(database, shown)
        const viewer = { organizationId, ...(await authority) }
        return withhold(
          database,
          viewer,
          shown.map((edit) => toGoalEditResponse(edit, texts)),
        )
      },
      ...accessPattern(database, goalEditEntity, 'record', key, { order, consistent: true }),
    }),
  ])
  requireVisible(viewer, goal)
  return { edits: page.items, nextCursor: page.nextCursor }
}
