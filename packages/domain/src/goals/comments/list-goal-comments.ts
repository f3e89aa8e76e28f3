import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { goalCommentEntity } from '../../storage/table/entities/goals/conversation/goal-comment.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { presentComments } from './comment-record.ts'

/**
 * Lists the comments on a goal and its reports, oldest first unless asked otherwise. Strongly consistent. Those on one report come from an
 * index, which on AWS may be a moment behind.
 */
export const listGoalComments: Implementation<'listGoalComments'> = async (
  context,
  access,
  { params, query },
) => {
  const { database } = context
  const { organizationId } = access
  const { goalId } = params
  const { reportRevision: revision, order = 'asc' } = query
  const key = goalKeyOf({ organizationId, goalId })
  const comments =
    revision === undefined
      ? accessPattern(database, goalCommentEntity, 'record', key, { order, consistent: true })
      : accessPattern(database, goalCommentEntity, 'byReport', { ...key, revision }, { order })
  const [authority, row, page] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    readPage(context, query, {
      binding: ['listGoalComments', organizationId, goalId, String(revision ?? ''), order],
      query: comments.query,
      cursorAt: comments.cursorAt,
      present: (records) => presentComments(database, organizationId, records),
    }),
  ])
  requireVisible(authority, row)
  return { comments: page.items, nextCursor: page.nextCursor }
}
