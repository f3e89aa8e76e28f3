import { ServiceError } from '@cairn/contract/errors/errors'
import type { InputOf } from '@cairn/contract/registry/registry'
import { auditEntry, bySession } from '../../../organizations/audit/audit-entry.ts'
import { readNames } from '../../../organizations/context/read-names.ts'
import { callerOfSession } from '../../../requests/access.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalQuestionRecord,
  goalQuestionEntity,
} from '../../../storage/table/entities/goals/work/goal-question.ts'
import type { MembershipRecord } from '../../../storage/table/entities/organizations/membership.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { goalNotFound } from '../../rules/authority.ts'
import { closeItems } from './close-question.ts'
import { shorten } from './question-event.ts'
import {
  peopleIn,
  presentQuestions,
  questionClosed,
  questionKeyOf,
  questionNotFound,
  stateOf,
  toQuestionResponse,
  withPolling,
} from './question-record.ts'

/**
 * Answers an open question. Exactly one answer wins, by a condition of the write. The same answer by the same person again, after a lost
 * response, returns the first one.
 */
export const answerQuestion: Implementation<'answerQuestion'> = async (context, access, { params, body }) => {
  const { database, now } = context
  const { organizationId, user } = access
  const { goalId, questionId } = params
  const key = questionKeyOf({ organizationId, goalId, questionId })
  const answer = { option: body.option ?? null, text: body.text ?? null, userId: user.id }
  return retryOnLostRace(database, async () => {
    const [member, row, record] = await Promise.all([
      access.membership(),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalQuestionEntity, key),
    ])
    if (!row) throw goalNotFound()
    if (!record) throw questionNotFound()
    requireMayAnswer(member, row, record)
    if (stateOf(record, now) !== 'open') {
      const [question] = await presentQuestions(database, organizationId, [record], now)
      if (!question) throw questionNotFound()
      if (!isSameAnswer(record, answer)) throw questionClosed(question)
      return withPolling(question)
    }
    requireOption(record, body)
    const answered: GoalQuestionRecord = {
      ...record,
      state: 'answered',
      answer: { ...answer, answeredAt: timestampOf(now) },
    }
    const by = callerOfSession(user.id, organizationId)
    const name = shorten(record.content.text, maximumNameLength)
    const target = { kind: 'question', id: questionId, name } as const
    const [failed, nameOf] = await Promise.all([
      transact(database, {
        ...closeItems(database, row, answered, { by, now }),
        audit: auditEntry(context, bySession(context, access), { action: 'question.answered', target }),
      }),
      readNames(database, organizationId, peopleIn(answered)),
    ])
    return failed.length > 0 ? lostRace : withPolling(toQuestionResponse(answered, nameOf, now))
  })
}

/** Of a question in the audit log, in characters. */
const maximumNameLength = 200

/** @throws `permission_denied` unless the member was asked, owns the goal, or is an owner or admin. */
function requireMayAnswer(
  { userId, role }: MembershipRecord,
  { ownerUserId }: GoalRow,
  { askedUserIds }: GoalQuestionRecord,
): void {
  if (role !== 'member' || ownerUserId === userId || askedUserIds.includes(userId)) return
  throw new ServiceError(
    'permission_denied',
    'Only those asked, the owner of the goal and administrators answer.',
  )
}

function isSameAnswer(
  { answer: stored }: GoalQuestionRecord,
  { option, text, userId }: Pick<NonNullable<GoalQuestionRecord['answer']>, 'option' | 'text' | 'userId'>,
): boolean {
  return stored?.userId === userId && stored.option === option && stored.text === text
}

/** @throws `invalid_request` if the option was not offered. */
function requireOption(
  { content: { options } }: GoalQuestionRecord,
  { option }: InputOf<'answerQuestion'>['body'],
): void {
  if (option === undefined || options.includes(option)) return
  throw new ServiceError('invalid_request', 'The request is not valid.', {
    details: [
      { path: 'option', message: 'Choose one of the options of the question.', code: 'invalid_value' },
    ],
  })
}
