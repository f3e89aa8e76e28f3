import type { Implementation } from '../../requests/operation.ts'
import { accessPattern, type QueryOptions } from '../../storage/database/query-records.ts'
import { defaultPageSize, readPage } from '../../storage/pagination/read-page.ts'
import type { GoalAcknowledgementCountRecord } from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import {
  type AcknowledgementCounts,
  readCounts,
  revisionsAfter,
  withAcknowledgements,
} from '../acknowledgements/shown.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { historyBinding } from './history-cursor.ts'

/** Lists the reports on a goal by revision. */
export const listGoalUpdates: Implementation<'listGoalUpdates'> = async (
  context,
  access,
  { params, query },
) => {
  const { database } = context
  const { organizationId } = access
  const { goalId } = params
  const { order = 'asc' } = query
  const key = goalKeyOf({ organizationId, goalId })
  const reports = accessPattern(database, goalReportEntity, 'record', key, { order, consistent: true })
  let counts: GoalAcknowledgementCountRecord[] = []
  let beside: AcknowledgementCounts = {}
  const [authority, goal, page] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    readPage(context, query, {
      binding: historyBinding('listGoalUpdates', { organizationId, goalId }, order),
      query: async (options) => {
        const range = revisionsAfter(revisionAt(options), order)
        const limit = query.limit ?? defaultPageSize
        const [found, counted] = await Promise.all([
          reports.query(options),
          readCounts(database, key, { range, order, limit }),
        ])
        counts = counted
        return found
      },
      cursorAt: reports.cursorAt,
      present: (found) => {
        const { updates, ...rest } = withAcknowledgements(found, counts)
        beside = rest
        return updates
      },
    }),
  ])
  // Every goal has a history entry. If there is none, the goal was deleted between the two reads.
  const isDeleted = page.items.length === 0 && query.cursor === undefined
  requireVisible(authority, isDeleted ? null : goal)
  return { updates: page.items, nextCursor: page.nextCursor, ...beside }
}

/** The revision after which a page starts; undefined at the start. */
function revisionAt({ cursor }: QueryOptions): number | undefined {
  return cursor === null ? undefined : Number(JSON.parse(cursor).sk.slice('u#'.length))
}
