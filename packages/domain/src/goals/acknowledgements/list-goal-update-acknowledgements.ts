import type { Acknowledgement } from '@cairn/contract/schemas/goals/goal-history'
import type { Implementation } from '../../requests/operation.ts'
import type { Position, QueryOptions, QueryResult } from '../../storage/database/query-records.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import {
  type GoalAcknowledgementRecord,
  goalAcknowledgementEntity,
} from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { goalAuthority, goalNotFound, requireVisible } from '../rules/authority.ts'
import { earlierAcknowledgements } from './shown.ts'

/** An acknowledgement of the list, and the position after it. */
type Listed = Acknowledgement & { position: Position }

/** Lists everybody who has acknowledged a report, oldest first: those that earlier versions stored in the report, then the records. */
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
  const report = readRecord(database, goalReportEntity, key)
  const [role, goal, found, page] = await Promise.all([
    access.role,
    readGoalRow(database, organizationId, goalId),
    report,
    readPage(context, query, {
      binding: ['listGoalUpdateAcknowledgements', organizationId, goalId, String(revision)],
      query: async (options) => {
        const records = read({ ...options, cursor: recordPosition(options) })
        const [one, page] = await Promise.all([report, records])
        return joined(one ? earlierAcknowledgements(one) : [], page, options, cursorAt)
      },
      cursorAt: ({ position }: Listed) => position,
      present: (listed) => listed.map(({ userId, at }) => ({ userId, at })),
    }),
  ])
  requireVisible(goalAuthority(access, role), goal)
  if (!found) throw goalNotFound()
  return { acknowledgements: page.items, nextCursor: page.nextCursor }
}

const earlierPrefix = 'earlier '

function recordPosition({ cursor }: QueryOptions): Position | null {
  return cursor?.startsWith(earlierPrefix) ? null : cursor
}

/** One page of both kinds. Those in the report are few, and do not change any longer: their position is a number. */
function joined(
  earlier: readonly Acknowledgement[],
  records: QueryResult<GoalAcknowledgementRecord>,
  { cursor, limit = Number.POSITIVE_INFINITY }: QueryOptions,
  cursorAt: (record: GoalAcknowledgementRecord) => Position,
): QueryResult<Listed> {
  const isAmongEarlier = cursor === null || cursor.startsWith(earlierPrefix)
  const start = cursor === null ? 0 : Number(cursor.slice(earlierPrefix.length))
  const before = isAmongEarlier
    ? earlier.slice(start).map((one, index) => ({ ...one, position: `${earlierPrefix}${start + index + 1}` }))
    : []
  const data = [
    ...before,
    ...records.data.map((record) => ({ userId: record.userId, at: record.at, position: cursorAt(record) })),
  ].slice(0, limit)
  const isWhole = data.length === before.length + records.data.length
  return { data, cursor: isWhole ? records.cursor : (data.at(-1)?.position ?? null) }
}
