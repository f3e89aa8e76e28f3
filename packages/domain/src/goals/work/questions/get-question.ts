import type { Implementation } from '../../../requests/operation.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalQuestionEntity } from '../../../storage/table/entities/goals/work/goal-question.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { requireVisible } from '../../rules/authority.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { presentQuestions, questionKeyOf, questionNotFound, withPolling } from './question-record.ts'

/** Returns a question, with its answer once there is one. Strongly consistent. */
export const getQuestion: Implementation<'getQuestion'> = async ({ database, now }, access, { params }) => {
  const { organizationId } = access
  const { goalId, questionId } = params
  const key = questionKeyOf({ organizationId, goalId, questionId })
  const [authority, row, record] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    readRecord(database, goalQuestionEntity, key),
  ])
  requireVisible(authority, row)
  const [question] = record ? await presentQuestions(database, organizationId, [record], now) : []
  if (!question) throw questionNotFound()
  return withPolling(question)
}
