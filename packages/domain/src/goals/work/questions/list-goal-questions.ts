import type { Implementation } from '../../../requests/operation.ts'
import { accessPattern } from '../../../storage/database/query-records.ts'
import { readPage } from '../../../storage/pagination/read-page.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { goalQuestionEntity } from '../../../storage/table/entities/goals/work/goal-question.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { requireVisible } from '../../rules/authority.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { presentQuestions, stateOf } from './question-record.ts'

/** Lists the questions about a goal, newest first. Strongly consistent. */
export const listGoalQuestions: Implementation<'listGoalQuestions'> = async (
  context,
  access,
  { params, query },
) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId } = params
  const { state } = query
  const questions = accessPattern(
    database,
    goalQuestionEntity,
    'record',
    goalKeyOf({ organizationId, goalId }),
    { order: 'desc', consistent: true },
  )
  const [authority, row, page] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    readPage(context, query, {
      binding: ['listGoalQuestions', organizationId, goalId, state ?? ''],
      filtered: state !== undefined,
      query: async (options) => {
        const { data, cursor } = await questions.query(options)
        return {
          data: data.filter((record) => state === undefined || stateOf(record, now) === state),
          cursor,
        }
      },
      cursorAt: questions.cursorAt,
      present: (records) => presentQuestions(database, organizationId, records, now),
    }),
  ])
  requireVisible(authority, row)
  return { questions: page.items, nextCursor: page.nextCursor }
}
