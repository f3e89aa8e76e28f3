import { credentialKeyOf } from '../../../requests/access.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { goalQuestionEntity } from '../../../storage/table/entities/goals/work/goal-question.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { isWithinLimit, requireWritable } from '../../rules/authority.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { closeItems } from './close-question.ts'
import {
  presentQuestions,
  questionClosed,
  questionKeyOf,
  questionNotFound,
  stateOf,
} from './question-record.ts'

/**
 * Withdraws an open question: the credential that asked, also if its user has lost the goal since, and whoever may change the goal.
 * Withdrawing it again changes nothing.
 */
export const withdrawQuestion: Implementation<'withdrawQuestion'> = async (context, access, { params }) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId, questionId } = params
  const key = questionKeyOf({ organizationId, goalId, questionId })
  return retryOnLostRace(database, async () => {
    const [authority, stored, record] = await Promise.all([
      readAuthority(database, access, goalId),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalQuestionEntity, key),
    ])
    const isAsker =
      record?.content.askerKey === credentialKeyOf(access.authentication) && isWithinLimit(authority, goalId)
    const row = isAsker && stored ? stored : requireWritable(authority, stored)
    if (!record) throw questionNotFound()
    if (record.state === 'withdrawn') return undefined
    if (stateOf(record, now) !== 'open') {
      const [question] = await presentQuestions(database, organizationId, [record], now)
      throw question ? questionClosed(question) : questionNotFound()
    }
    const failed = await transact(
      database,
      closeItems(database, row, { ...record, state: 'withdrawn' }, { by: access, now }),
    )
    return failed.length > 0 ? lostRace : undefined
  })
}
