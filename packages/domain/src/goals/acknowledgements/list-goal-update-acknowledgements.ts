import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { goalAcknowledgementEntity } from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { goalNotFound, requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'

/** Lists everybody who has acknowledged a report, oldest first. */
export const listGoalUpdateAcknowledgements: Implementation<'listGoalUpdateAcknowledgements'> = async (
  context,
  access,
  { params, query },
) => {
  const { database } = context
  const { organizationId } = access
  const { goalId, revision } = params
  const key = { ...goalKeyOf({ organizationId, goalId }), revision }
  const { query: read, cursorAt } = accessPattern(database, goalAcknowledgementEntity, 'inOrder', key)
  const [authority, goal, found, page] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    readRecord(database, goalReportEntity, key),
    readPage(context, query, {
      binding: ['listGoalUpdateAcknowledgements', organizationId, goalId, String(revision)],
      query: read,
      cursorAt,
      present: (records) => records.map(({ userId, at }) => ({ userId, at })),
    }),
  ])
  requireVisible(authority, goal)
  if (!found) throw goalNotFound()
  return { acknowledgements: page.items, nextCursor: page.nextCursor }
}
